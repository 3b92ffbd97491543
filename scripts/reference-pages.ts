import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { FREE_SERVICES, GRANTABLE_SERVICES } from '#core/contract/grants.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { offeringPlugin } from '#core/contract/shared-packages.ts';

import type { DeclarationFolders } from './emit-declarations.ts';
import { declarationsOf, type Statement } from './face-declarations.ts';
import { manifestTable } from './manifest-table.ts';
import { FACES, namesOfFace, versionOfOffer, type FaceName } from './sdk-faces.ts';
import { sourceOf } from './source-declarations.ts';

// docs/plugins/reference/: one page per topic, generated from the doc comments of what external plugins import.

interface Page {
  title: string;
  /** The files that it covers, the first one first. */
  files: RegExp;
  /** Text at its top. */
  head?(): string;
}

const BROWSER: Record<string, Page> = {
  'manifest.md': {
    title: 'The manifest',
    files: /^core\/contract\/(plugin|grants|ask|plugin-settings)\.ts$/,
    head: manifestTable,
  },
  'calls.md': { title: 'Calls and failures', files: /^core\/contract\/(call|envelope|errors|message-keys)\.ts$/ },
  'events.md': { title: 'Events', files: /^core\/contract\/(event|kernel-events)\.ts$|^core\/web\/events\// },
  'tiers.md': {
    title: 'Tiers, features and permissions',
    files: /^core\/contract\/(tiers|decide)\.ts$|^core\/web\/(lock\.ts$|features\/|permissions\/)/,
    head: () => '[../access.md](../access.md) tells how they go together.\n',
  },
  'settings.md': { title: 'Settings', files: /^core\/contract\/settings-fields\.ts$|^core\/web\/settings\// },
  'browser-half.md': {
    title: 'The browser half and its context',
    files: /^core\/web\/(define-web|plugin-context|scope|token|slot)\.ts$|^core\/web\/(kernel|views)\//,
  },
  'hooks.md': { title: 'Hooks', files: /^core\/web\/react\// },
  'components.md': { title: 'Small parts of a page', files: /^core\/web\/components\// },
  'ui.md': {
    title: 'Standard parts',
    files: /^core\/web\/ui\//,
    head: () =>
      'One module per part, fetched when the first plugin imports it. [The look](../../look.html) shows each in all its states.\n',
  },
  'studio.md': {
    title: 'Parts of video tools',
    files: /^core\/web\/(studio|tools)\//,
    head: () =>
      'One module per part, fetched when the first plugin imports it. [The look](../../look.html) shows each in all its states.\n',
  },
  'live.md': {
    title: 'Live data: what is shown of the server',
    files: /^core\/web\/(live\/|react\/use-live|observable-store)/,
  },
  'session.md': {
    title: 'Session',
    files: /^core\/contract\/account-calls\.ts$|^core\/web\/session\//,
  },
  'http.md': { title: 'Http', files: /^core\/web\/http\// },
  'tasks.md': { title: 'Tasks', files: /^core\/web\/tasks\/|^core\/contract\/task-calls\.ts$/ },
  'tool-runs.md': {
    title: 'Runs of tools',
    files: /^core\/contract\/(tool-run-(calls|events)|price|asked-by-parts)\.ts$|^core\/web\/runs\//,
  },
};

/** Folders that are a topic of their own have a page of that name. */
function pageOf(face: string, file: string): { page: string; title: string } {
  if (face === '@reelport/core/testing') return { page: 'testing.md', title: 'Tests' };
  if (face === '@reelport/core/testing/server') return { page: 'server-tests.md', title: 'Tests of server halves' };
  if (face === '@reelport/core/server') return serverPageOf(file);
  const plugin = offeringPlugin(face);
  if (plugin !== undefined) return { page: `plugin-${plugin}.md`, title: `What ${plugin} offers` };
  const known = Object.entries(BROWSER).find(([, { files }]) => files.test(file));
  if (known !== undefined) return { page: known[0], title: known[1].title };
  const folder = /^core\/(?:web|contract)\/([\w-]+)/.exec(file)?.[1] ?? 'core';
  return { page: `${folder}.md`, title: titleOf(folder) };
}

function serverPageOf(file: string): { page: string; title: string } {
  const plugin = /^plugins\/([\w-]+)\/server\/api\.ts$/.exec(file)?.[1];
  if (plugin !== undefined) return { page: `server-${plugin}.md`, title: `${titleOf(plugin)} on the server` };
  const folder = /^core\/server\/(?:ground|services)\/([\w-]+)\//.exec(file)?.[1];
  if (folder === undefined) return { page: 'server-half.md', title: 'The server half and its context' };
  return { page: `server-${folder}.md`, title: `${titleOf(folder)} on the server` };
}

function titleOf(folder: string): string {
  return folder
    .split('-')
    .map((word, index) => (index === 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(' ');
}

interface Entry extends FaceName {
  faces: string[];
}

/** All pages of the reference, by name. */
export function referencePages(folders: DeclarationFolders): Map<string, string> {
  const pages = new Map<string, { title: string; entries: Map<string, Entry> }>();
  for (const face of Object.keys(FACES)) {
    for (const name of namesOfFace(face)) {
      const { page, title } = pageOf(face, name.file);
      const known = pages.get(page) ?? { title, entries: new Map<string, Entry>() };
      pages.set(page, known);
      const { entries } = known;
      const entry = entries.get(name.name) ?? { ...name, faces: [] as string[] };
      entry.faces.push(face);
      entries.set(name.name, entry);
    }
  }
  const texts = new Map(
    [...pages].map(([page, { title, entries }]) => [page, pageText(page, title, [...entries.values()], folders)]),
  );
  texts.set('README.md', indexText(pages));
  return texts;
}

function indexText(pages: Map<string, { title: string; entries: Map<string, Entry> }>): string {
  const rows = [...pages]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([page, { title, entries }]) =>
        `| [${title}](${page}) | ${[...entries.keys()].map((name) => `\`${name}\``).join(' ')} |`,
    );
  const table = (title: string, lines: readonly string[]): string =>
    [`## ${title}\n`, '| page | names |', '|---|---|', ...lines, ''].join('\n');
  const isOnServer = (row: string): boolean => row.includes('](server-');
  const isOffer = (row: string): boolean => row.includes('](plugin-');
  return [
    '# Reference for authors of plugins\n',
    'Made by `scripts/reference-pages.ts` from the doc comments; do not edit. One page a contract.\n',
    table(
      'Both halves, and the browser',
      rows.filter((row) => !isOnServer(row) && !isOffer(row)),
    ),
    table('What plugins of the product offer', rows.filter(isOffer)),
    table('The server half', rows.filter(isOnServer)),
  ].join('\n');
}

function pageText(page: string, title: string, entries: Entry[], folders: DeclarationFolders): string {
  const parts = entries.map((entry) => entryText(entry, folders));
  return [
    `# ${title}\n`,
    'Made by `scripts/reference-pages.ts` from the doc comments; do not edit. [All pages](README.md)\n',
    ...(BROWSER[page]?.head === undefined ? [] : [BROWSER[page].head()]),
    ...offerHead(entries),
    ...parts,
  ].join('\n');
}

/** What a page about a plugin's offers begins with. */
function offerHead([first]: readonly Entry[]): string[] {
  const [face = ''] = first?.faces ?? [];
  const plugin = offeringPlugin(face);
  if (plugin === undefined) return [];
  return [
    `Version ${versionOfOffer(plugin)} of \`${face}\`. A package says which version it was built against; a workbench with another first number refuses it, and says what to do.\n`,
  ];
}

function entryText(entry: Entry, folders: DeclarationFolders): string {
  const half = entry.faces[0]?.endsWith('/server') === true ? 'server' : 'web';
  const folder = folders[`core/${half}/tsconfig.json`];
  const statements = declarationsOf(entry, folder);
  const from = `\`import ${entry.isType ? 'type ' : ''}{ ${entry.name} } from '${entry.faces[0]}'\``;
  const also = entry.faces.length > 1 ? `, or from \`${entry.faces.slice(1).join('`, `')}\`` : '';
  const prose = statements.map(({ doc }) => renamed(inMarkdown(doc))).filter((text) => text !== '');
  if (prose.length === 0) prose.push(...impliedProse(entry, statements));
  const code = renamed(sourceOf(entry) ?? codeOf(statements)).replaceAll(LINK, '$1');
  return [
    `## ${entry.name}\n`,
    `${from}${also}\n`,
    ...tokenText(entry.name),
    ...callText(entry),
    ...slotText(entry),
    ...prose,
    ...(code === '' ? [] : [`\`\`\`ts\n${code}\n\`\`\`\n`]),
  ].join('\n');
}

const LINK = /\{@link ([\w.]+)\}/g;

/** Names that are declared by another one: authors read the one that they import. */
const RENAMED = Object.keys(FACES)
  .flatMap(namesOfFace)
  .filter(({ name, declared }) => name !== declared);

function renamed(code: string): string {
  return RENAMED.reduce(
    (text, { name, declared }) => text.replaceAll(new RegExp(`\\b${declared}\\b`, 'g'), name),
    code,
  );
}

/** What a name says by itself: whose properties they are, and which service a token stands for. */
function impliedProse({ name }: Entry, [statement]: readonly Statement[]): string[] {
  const [, component] = /^(\w+)Props$/.exec(name) ?? [];
  if (component !== undefined) return [`What \`${component}\` takes.\n`];
  const [, service] = /const \w+: Token<(\w+)>/.exec(statement?.text ?? '') ?? [];
  return service === undefined ? [] : [`Stands for the service \`${service}\`.\n`];
}

/** Whether a plugin always has a service or must request it. */
function tokenText(name: string): string[] {
  const token = SDK_SURFACE.tokenOf[name];
  if (token === undefined) return [];
  if ((GRANTABLE_SERVICES as readonly string[]).includes(token)) {
    return [`Token \`${token}\`. A plugin has it once an operator grants it: \`ask(${name}, '…')\`.\n`];
  }
  const isFree = (FREE_SERVICES as readonly string[]).includes(token) || token === 'plugin-context@1';
  if (isFree) return [`Token \`${token}\`. Every plugin has it.\n`];
  return [
    `Token \`${token}\`. Every plugin has it; it reaches what the plugin was granted, and its own server half.\n`,
  ];
}

/** How a plugin comes to make a call. */
function callText(entry: Entry): string[] {
  const { name } = entry;
  const source = sourceOf(entry) ?? '';
  const [, method] = /^const \w+ = defineCall\(\{\s+method: '(\w+)'/.exec(source) ?? [];
  const [, path] = /^ {2}path: '([^']+)'/m.exec(source) ?? [];
  if (method === undefined || path === undefined) return [];
  return [`Call \`${method} ${path}\`. A plugin may make it once an operator grants it: \`ask(${name}, '…')\`.\n`];
}

/** How a plugin comes to add to a slot. */
function slotText({ name, declared, file }: Entry): string[] {
  const source = readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');
  const [, slot] = new RegExp(`^export const ${declared} = slot<\\w+>\\(\\s*'([\\w.-]+)'`, 'm').exec(source) ?? [];
  return slot === undefined ? [] : [`Slot \`${slot}\`. To add to it, list \`${name}.id\` under \`slots\`.\n`];
}

/** A component that observes is written like any other: the compiler spells out what wraps it. */
const OBSERVER = /^const (\w+): \((\(.*?: \S*Props(?:<.*?>)?\)) => .* & NamedExoticComponent<[^]*?^\};$/gm;

function codeOf(statements: readonly Statement[]): string {
  const code = statements
    .map(({ text }) => text)
    // Of what comes from a package only where it comes from could be told.
    .filter((text) => !text.startsWith('export {'))
    .join('\n')
    .replaceAll(/^export (declare )?/gm, '')
    .replaceAll(/'[^'\n]{40,}'/g, "'…'")
    .replaceAll(/import\("[^"]+"\)\./g, '')
    .replaceAll(OBSERVER, 'function $1$2: ReactNode;');
  // An inferred schema says less than the table above it.
  return code.length > 4000 ? `${code.slice(0, code.indexOf('{') + 1)} … }` : code;
}

/** A doc comment in Markdown: what it is for, then how to use it. */
function inMarkdown(doc: string): string {
  const text = doc
    .replaceAll(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replaceAll(/^ \* ?/gm, '')
    .replaceAll(LINK, '`$1`')
    .trim();
  if (text === '') return '';
  const [about = '', ...tags] = text.split(/^@(?=\w)|\s@(?=returns|throws)/m);
  const told = tags.map((tag) => {
    const [, name = '', rest = ''] = /^(\w+)\s*(.*)$/s.exec(tag) ?? [];
    const said = name === 'example' ? rest.trim() : rest.trim().replaceAll(/\s*\n\s*/g, ' ');
    if (name === 'example') return `\`\`\`ts\n${said}\n\`\`\`\n`;
    if (name === 'param') return `- ${said.replace(/^(\w+)\s+/, '`$1`: ')}\n`;
    const words = name === 'returns' ? 'Answers' : 'Throws';
    return `${words}: ${said}\n`;
  });
  return [`${about.trim()}\n`, ...told].join('\n');
}
