import { createHash } from 'node:crypto';
import { globSync, watch as watchFolder } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { createRsbuild, loadConfig, mergeRsbuildConfig, type RsbuildConfig, type Rspack } from '@rsbuild/core';

import type { WebBuild } from '#core/server/http/web/web-build.ts';

import { SHIM_STATS, writeShims } from './web-shims.ts';
import { WEB_BUILD, webStamp } from './web-stamp.mjs';

// node scripts/build-web.ts [--watch]: builds the browser half into dist/web.

const root = fileURLToPath(new URL('..', import.meta.url));
const watch = process.argv.includes('--watch');
/** Texts used only by the server and the command line. */
const SERVER_TEXTS = ['core.json', 'host.json'];
const COMPRESSIBLE = new Set(['.js', '.css', '.json', '.svg', '.txt', '.md', '.html', '.webmanifest']);
/** Bytes below which compressing a response saves nothing. */
const MIN_BYTES = 600;

/** Lazy chunks that the server sends for ahead: pages of plugins, the workbench's frame, calls. */
const AHEAD = /^(shell|wire|plugin-[\w-]+-web-\w+Page)$/;
const TEXTS = `${root}locales`;
const STATICS = `${root}host/web/static`;
const SETTLE_MILLISECONDS = 200;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

// A build replaces the served one only once it is complete.
const target = watch ? WEB_BUILD : `${root}dist/.web-${process.pid}/`;
const { content: config } = await loadConfig({ cwd: root, path: `${root}rsbuild.config.ts` });
config.output = { ...config.output, distPath: { ...(config.output?.distPath as object), root: target } };
/**
 * Words that names of files are made with. Charts bring tables of colours in hexadecimal: when the six digits of a file's
 * name stand in one of them by accident, the compiler takes that for a circle of files, and the next word makes other
 * names.
 */
const SALTS = ['reelport', 'reelport 2', 'reelport 3', 'reelport 4'];
const ACCIDENT = 'Circular real content hash dependency';
let stamp = webStamp();
let last: Rspack.StatsCompilation | undefined;
// The compiler watches code only.
if (watch) for (const folder of [TEXTS, STATICS]) followChanges(folder);

for (const salt of SALTS) {
  const built = await build(salt);
  if (built === 'built') break;
  if (built === 'accident' && salt !== SALTS.at(-1)) continue;
  if (!watch) await rm(target, { recursive: true, force: true });
  process.exit(1);
}

async function build(salt: string): Promise<'built' | 'accident' | 'failed'> {
  const salted: RsbuildConfig = { tools: { rspack: { output: { hashSalt: salt } } } };
  const rsbuild = await createRsbuild({ cwd: root, config: mergeRsbuildConfig(config, salted) });
  let isAccident = false;
  rsbuild.onBeforeBuild(() => {
    // Taken before compiling, so that a change during the build makes it outdated.
    stamp = webStamp();
  });
  rsbuild.onAfterBuild(async ({ stats }) => {
    const of = stats !== undefined && 'stats' in stats ? stats.stats[0] : stats;
    if (of === undefined) return;
    if (of.hasErrors()) {
      const { errors = [] } = of.toJson({ all: false, errors: true });
      isAccident = errors.every(({ message }) => message.includes(ACCIDENT));
      return;
    }
    last = of.toJson({
      ...{ all: false, entrypoints: true, chunkGroups: true, chunks: true, chunkModules: true, ids: true },
      ...SHIM_STATS,
    });
    await finish(last);
    if (watch) console.log('the browser half is built');
  });
  try {
    await rsbuild.build({ watch });
    if (!watch) {
      const old = `${root}dist/.web-old-${process.pid}`;
      await rename(WEB_BUILD, old).catch(() => undefined);
      await rename(target, WEB_BUILD);
      await rm(old, { recursive: true, force: true });
    }
    return 'built';
  } catch (error) {
    // The compiler has already printed the errors.
    console.error(error instanceof Error ? error.message : error);
    return isAccident ? 'accident' : 'failed';
  }
}

function followChanges(folder: string): void {
  let timer: NodeJS.Timeout | undefined;
  watchFolder(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (last !== undefined) finish(last).catch((error: unknown) => console.error(error));
    }, SETTLE_MILLISECONDS);
  });
}

/**
 * Adds what the compiler does not produce: texts, static files, shims for shared packages, compressed copies, the
 * manifest of all files.
 */
async function finish(stats: Rspack.StatsCompilation): Promise<void> {
  const entry = stats.entrypoints?.['main']?.assets ?? [];
  const frame = stats.entrypoints?.['frame']?.assets ?? [];
  const files = (assets: readonly { name: string }[], end: string): string[] =>
    assets.map(({ name }) => `/${name}`).filter((name) => name.endsWith(end));
  const plugins: WebBuild['plugins'] = {};
  const chunks: WebBuild['chunks'] = {};
  for (const [name, { assets = [] }] of Object.entries(stats.namedChunkGroups ?? {})) {
    const made = { js: files(assets, '.js'), css: files(assets, '.css') };
    const plugin = /^plugin-([\w-]+)-web-index$/.exec(name)?.[1];
    if (plugin !== undefined) plugins[plugin] = made;
    else if (AHEAD.test(name)) chunks[name] = made;
  }
  const texts = await copyTexts();
  const statics = await copyStatics();
  const shared = await writeShims(target, stats);
  await compress(target);
  const paths = await list(target);
  const build: Omit<WebBuild, 'build'> & { stamp: string } = {
    stamp,
    js: files(entry, '.js'),
    css: files(entry, '.css'),
    frame: { js: files(frame, '.js'), css: files(frame, '.css') },
    statics,
    texts,
    plugins,
    chunks,
    firstPaints: await readFirstPaints(paths),
    shared,
    files: paths.filter((path) => !/\.(map|br|gz)$|^\/build\.json$/.test(path)),
  };
  const name = createHash('sha256').update(JSON.stringify(build)).digest('hex').slice(0, 12);
  await writeFile(join(target, 'build.json'), JSON.stringify({ ...build, build: name }, null, 1));
}

/**
 * Copies the browser's texts.
 * @returns the hash in their names
 */
async function copyTexts(): Promise<string> {
  const hash = createHash('sha256');
  const copies: { language: string; namespace: string; text: string }[] = [];
  for (const language of (await readdir(TEXTS)).sort()) {
    for (const file of (await readdir(`${TEXTS}/${language}`)).sort()) {
      if (SERVER_TEXTS.includes(file)) continue;
      const text = JSON.stringify(JSON.parse(await readFile(`${TEXTS}/${language}/${file}`, 'utf8')));
      hash.update(`${language}/${file}\0${text}\0`);
      copies.push({ language, namespace: basename(file, '.json'), text });
    }
  }
  // One hash for all of them keeps the page from needing a list that grows with every plugin.
  const name = hash.digest('hex').slice(0, 8);
  await rm(join(target, 'locales'), { recursive: true, force: true });
  for (const { language, namespace, text } of copies) {
    const folder = join(target, 'locales', language);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${namespace}.${name}.json`), text);
  }
  return name;
}

/**
 * Copies static files under names that contain their hash.
 * @returns the address of each file
 */
async function copyStatics(): Promise<Record<string, string>> {
  const statics: Record<string, string> = {};
  for (const name of (await readdir(STATICS)).sort()) {
    const hash = createHash('sha256')
      .update(await readFile(join(STATICS, name)))
      .digest('hex')
      .slice(0, 8);
    const end = extname(name);
    const address = `/assets/${basename(name, end)}.${hash}${end}`;
    await mkdir(join(target, 'assets'), { recursive: true });
    await cp(join(STATICS, name), join(target, address));
    statics[name] = address;
  }
  return statics;
}

/**
 * Reads what visitors see of plugins' pages before their code has come, from `plugins/<id>/web/first-paint/<Page>.html`.
 * `asset:` stands for the folder of built files, where names contain a hash.
 * @param built addresses of all files
 */
async function readFirstPaints(built: readonly string[]): Promise<WebBuild['firstPaints']> {
  const paints: WebBuild['firstPaints'] = {};
  for (const path of globSync('plugins/*/web/first-paint/*.html', { cwd: root }).sort()) {
    const [, plugin = '', page = ''] = /plugins\/([^/]+)\/web\/first-paint\/(\w+)\.html$/.exec(path) ?? [];
    const html = (await readFile(join(root, path), 'utf8')).replaceAll(/\s+/g, ' ').replaceAll('> <', '><').trim();
    const whole = html.replaceAll(/asset:([\w-]+)(\.\w+)/g, (_whole, name: string, end: string) => {
      const address = built.find((file) => new RegExp(`^/assets/${name}\\.[0-9a-f]+\\${end}$`).test(file));
      if (address === undefined) throw new Error(`${path}: the build has no ${name}${end}`);
      return address;
    });
    (paints[plugin] ??= {})[page] = whole;
  }
  return paints;
}

async function compress(folder: string): Promise<void> {
  const paths = await list(folder);
  const there = new Set(paths);
  for (const path of paths) {
    // Names contain a hash of the content, so an existing compressed copy is up to date.
    if (!COMPRESSIBLE.has(extname(path)) || there.has(`${path}.br`)) continue;
    const bytes = await readFile(join(folder, path));
    if (bytes.length < MIN_BYTES) continue;
    const quality = watch ? 4 : 11;
    await Promise.all([
      brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).then((made) =>
        writeFile(join(folder, `${path}.br`), made),
      ),
      // Shorter blocks, each with codes of its own, make scripts a little smaller.
      zip(bytes, { level: watch ? 1 : 9, memLevel: 7 }).then((made) => writeFile(join(folder, `${path}.gz`), made)),
    ]);
  }
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(
      (entry) =>
        `/${join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, '')}`,
    )
    .sort();
}
