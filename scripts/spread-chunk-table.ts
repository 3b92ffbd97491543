import assert from 'node:assert/strict';

import { rspack, type Rspack } from '@rsbuild/core';

/** What the compiler writes into every start: where chunks are, by name and hash of their files. */
const SCRIPTS = /"assets\/" \+ \((\{[^{}]*\})\[chunkId\] \|\| chunkId\) \+ "\." \+ (\{[^{}]*\})\[chunkId\] \+ "\.js"/;
const STYLES = /"assets\/" \+ chunkId \+ "\." \+ (\{[^{}]*\})\[chunkId\] \+ "\.css"/;
/** And again which of them have styles. */
const STYLED = /var cssChunks = \{[^{}]*\};/;
const SCRIPT_PLACE = '__webpack_require__.u = (chunkId) => {';

/** The objects that hold the table, properties of what the compiler hands to each chunk. */
const [NAMES, SCRIPT_HASHES, STYLE_HASHES] = ['n', 'j', 'c'].map((kind) => `__webpack_require__.chunk_${kind}`);
const PLUGIN_CHUNK = /^plugin-([\w-]+)-web-([\w-]+)$/;

/** A table of chunks by id. */
type Table = Map<string, string>;

/**
 * Takes the chunks of plugins out of the table of lazy chunks that every page loads, and has the first chunk of each
 * plugin say where its others are: they are only ever asked for by code that came with it. A plugin's pages then cost
 * those who do not open it nothing.
 */
export class SpreadChunkTable {
  apply(compiler: Rspack.Compiler): void {
    compiler.hooks.thisCompilation.tap('SpreadChunkTable', (compilation) => {
      // Before the code is made small, and before hashes are taken of what it is then.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_COMPATIBILITY;
      compilation.hooks.processAssets.tap({ name: 'SpreadChunkTable', stage }, () => spread(compilation));
    });
  }
}

function spread(compilation: Rspack.Compilation): void {
  const owners = ownersOf(compilation);
  // Such as a page of tests, which is built by the same configuration.
  if (owners.size === 0) return;
  const moved = new Map<string, Record<'names' | 'scripts' | 'styles', Table>>();
  for (const { name: file, source } of compilation.getAssets()) {
    if (!file.endsWith('.js')) continue;
    const text = source.source().toString();
    const start = text.indexOf(SCRIPT_PLACE);
    if (start < 0) continue;
    const [scripts, styles, styled] = [SCRIPTS.exec(text), STYLES.exec(text), STYLED.exec(text)];
    assert.ok(scripts && styles && styled, `spread-chunk-table: ${file} has its table in a form that is not known`);
    const tables = { names: read(scripts[1]), scripts: read(scripts[2]), styles: read(styles[1]) };
    for (const [id, plugin] of owners) {
      const part = moved.get(plugin) ?? { names: new Map(), scripts: new Map(), styles: new Map() };
      moved.set(plugin, part);
      for (const kind of ['names', 'scripts', 'styles'] as const) {
        const value = tables[kind].get(id);
        tables[kind].delete(id);
        if (value !== undefined) part[kind].set(id, value);
      }
    }
    const edited = new rspack.sources.ReplaceSource(source);
    const put = ({ index, 0: found }: RegExpExecArray, code: string): void =>
      edited.replace(index, index + found.length - 1, code);
    const all = [tables.names, tables.scripts, tables.styles].map(write);
    edited.insert(start, [NAMES, SCRIPT_HASHES, STYLE_HASHES].map((name, at) => `${name} = ${all[at]};\n`).join(''));
    put(scripts, `"assets/" + (${NAMES}[chunkId] || chunkId) + "." + ${SCRIPT_HASHES}[chunkId] + ".js"`);
    put(styles, `"assets/" + chunkId + "." + ${STYLE_HASHES}[chunkId] + ".css"`);
    put(styled, `var cssChunks = ${STYLE_HASHES};`);
    compilation.updateAsset(file, edited);
  }
  for (const [plugin, part] of moved) tell(compilation, plugin, part);
}

/** The plugin that has each chunk to itself, by the chunk's id: it is part of nothing but what that plugin asks for. */
function ownersOf({ chunks, namedChunks }: Rspack.Compilation): Map<string, string> {
  const owners = new Map<string, string>();
  for (const chunk of chunks) {
    const plugins = new Set([...chunk.groupsIterable].map(({ name }) => laterPartOf(name)));
    const [plugin] = plugins;
    if (plugins.size !== 1 || plugin === undefined || namedChunks.get(indexOf(plugin)) === undefined) continue;
    if (chunk.id !== undefined && chunk.id !== null) owners.set(String(chunk.id), plugin);
  }
  return owners;
}

function laterPartOf(name: string | null | undefined): string | undefined {
  const [, plugin, part] = PLUGIN_CHUNK.exec(name ?? '') ?? [];
  return part === 'index' ? undefined : plugin;
}

/** Has a plugin's first chunk add its part to the table, as soon as it has come. */
function tell(
  compilation: Rspack.Compilation,
  plugin: string,
  { names, scripts, styles }: Record<'names' | 'scripts' | 'styles', Table>,
): void {
  const [file] = [...(compilation.namedChunks.get(indexOf(plugin))?.files ?? [])].filter((name) =>
    name.endsWith('.js'),
  );
  const source = file === undefined ? undefined : compilation.getAsset(file)?.source;
  assert.ok(file !== undefined && source !== undefined, `spread-chunk-table: ${plugin} has no first chunk`);
  const text = source.source().toString();
  const end = text.lastIndexOf(']);');
  assert.ok(end > 0, `spread-chunk-table: ${file} ends in a form that is not known`);
  const edited = new rspack.sources.ReplaceSource(source);
  const adds = [
    [NAMES, names],
    [SCRIPT_HASHES, scripts],
    [STYLE_HASHES, styles],
  ] as const;
  const code = adds.map(([table, part]) => `Object.assign(${table}, ${write(part)})`).join(', ');
  edited.insert(end, `, (__webpack_require__) => { ${code}; }`);
  compilation.updateAsset(file, edited);
}

function read(table = ''): Table {
  return new Map([...table.matchAll(/"?([\w$-]+)"?: "([^"]*)"/g)].map(([, id = '', value = '']) => [id, value]));
}

const indexOf = (plugin: string): string => `plugin-${plugin}-web-index`;
const write = (table: Table): string => JSON.stringify(Object.fromEntries(table));
