import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { test } from 'node:test';

import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { SHARED_PACKAGES, SHARED_PARTS } from '#core/contract/shared-packages.ts';
import { openWebBuild } from '#core/server/http/web/web-build.ts';

const KB = 1000;
const BUILD = new URL('../../../dist/web/', import.meta.url);

/** Needs zod: `@reelport/core` has it not. */
const CONTRACT_ONLY =
  /^(ask|askRunPage|costOf|cueBoxesAt|definePlugin|defineSettings|envelope|page|pageQuery|(cancel|read|retry)Task|listTasks|textCueSchema|toolRun\w+|(archive|cancel|list|pause|read|remove|rename|resume|retry|start)Tool\w+)$/;

const source = await openWebBuild(BUILD);
assert.ok(source, 'dist/web holds no build: node scripts/build-web.ts');
const build = await source.current();

async function zipped(addresses: readonly string[]): Promise<number> {
  const sizes = await Promise.all(addresses.map(async (address) => (await stat(`${build.locate(address)}.gz`)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('what every page loads first stays within its budget', async () => {
  const check = build.statics['browser-check.js'] ?? '';
  const js = await zipped([...build.js, check]);
  const css = await zipped(build.css);
  assert.ok(js <= 195 * KB, `${js} bytes of script, zipped; a lazy import keeps what is needed later out`);
  assert.ok(css <= 13 * KB, `${css} bytes of style, zipped`);
});

test('the start page of a visitor adds at most 5 kB of its own code', async () => {
  const landing = build.plugins['landing'];
  assert.ok(landing);
  const js = await zipped([...new Set([...build.js, build.statics['browser-check.js'] ?? '', ...landing.js])]);
  const css = await zipped([...new Set([...build.css, ...landing.css])]);
  assert.ok(js <= 200 * KB, `${js} bytes of script, zipped`);
  assert.ok(css <= 13 * KB, `${css} bytes of style, zipped`);
});

test('what a member’s workbench asks for ahead exists, and none of it is part of the start', () => {
  for (const name of ['shell', 'wire', 'plugin-workbench-web-WorkbenchPage']) {
    const { js, css } = build.chunks[name] ?? { js: [], css: [] };
    assert.ok(js.length > 0, name);
    for (const address of [...js, ...css]) assert.ok(build.has(address) && !build.js.includes(address), address);
  }
});

test('no plugin’s code, no zod and nothing of Semi is in what every page loads first', async () => {
  for (const address of build.js) {
    const map = JSON.parse(await readFile(`${build.locate(address)}.map`, 'utf8')) as { sources: string[] };
    const strange = map.sources.filter((path) =>
      /(?<!core\/web\/(?:views\/)?)plugins\/|node_modules\/(zod|axios|rxjs|@douyinfe|lodash)\//.test(path),
    );
    assert.deepEqual(
      strange.filter((path) => !path.includes('|lazy|')),
      [],
      address,
    );
  }
});

test('what plugins from outside share has an address each, and none of it is loaded before them', async () => {
  assert.deepEqual(Object.keys(build.shared), [...SHARED_PACKAGES, ...SHARED_PARTS]);
  const start = [...build.js, ...Object.values(build.statics)];
  for (const name of SHARED_PACKAGES) {
    const address = build.shared[name] ?? '';
    assert.ok(build.has(address) && !start.includes(address), name);
    assert.match(address, /^\/shared\/[\w-]+\.[0-9a-f]{8}\.js$/);
  }
  const react = await readFile(build.locate(build.shared['react'] ?? ''), 'utf8');
  for (const name of ['default', 'useState', 'Suspense']) assert.match(react, new RegExp(`\\b${name}\\b`));
  const core = await readFile(build.locate(build.shared['@reelport/core'] ?? ''), 'utf8');
  for (const name of SDK_SURFACE.exports.filter((exported) => !/#/.test(exported) && !CONTRACT_ONLY.test(exported))) {
    assert.match(core, new RegExp(`\\b${name}:`), name);
  }
  const contract = await readFile(build.locate(build.shared['@reelport/core/contract'] ?? ''), 'utf8');
  for (const name of SDK_SURFACE.exports.filter((exported) => CONTRACT_ONLY.test(exported))) {
    assert.match(contract, new RegExp(`\\b${name}:`), name);
  }
  for (const folder of SHARED_PARTS) {
    assert.match(build.shared[folder] ?? '', /^\/shared\/reelport-core-(ui|studio|plugins)\.[0-9a-f]{8}\/$/);
  }
  for (const exported of SDK_SURFACE.exports.filter((name) => name.includes('#'))) {
    const [, kind = '', part = '', name = ''] = /^(ui|studio|plugins)\/([\w-]+)#(\w+)$/.exec(exported) ?? [];
    const folder = build.shared[`@reelport/core/${kind}/`] ?? '';
    assert.ok(build.has(folder + part), exported);
    assert.match(await readFile(build.locate(folder + part), 'utf8'), new RegExp(`\\b${name}:`), exported);
  }
  for (const address of build.js) {
    const { sources } = JSON.parse(await readFile(`${build.locate(address)}.map`, 'utf8')) as { sources: string[] };
    assert.deepEqual(
      sources.filter((path) => path.includes('core/web/outside/')),
      [],
      address,
    );
  }
});

test('each plugin with a browser half is a chunk of its own', () => {
  assert.ok(Object.keys(build.plugins).length >= 3);
  for (const [id, { js }] of Object.entries(build.plugins)) {
    assert.ok(
      js.some((address) => !build.js.includes(address)),
      id,
    );
  }
});

test('where the pages of a plugin are is said by its first chunk, and not by what every page loads', async () => {
  const start = (await Promise.all(build.js.map((address) => readFile(build.locate(address), 'utf8')))).join('\n');
  const pages = build.files.flatMap((address) => {
    const [, id, part, hash] = /\/plugin-([\w-]+)-web-([\w-]+)\.([0-9a-f]{6})\.js$/.exec(address) ?? [];
    return id === undefined || part === undefined || hash === undefined || part === 'index' ? [] : [{ id, part, hash }];
  });
  assert.ok(pages.length >= 30);
  for (const { id, part, hash } of pages) {
    assert.ok(!start.includes(`plugin-${id}-web-${part}`), `${id}: ${part}`);
    const first = build.plugins[id]?.js.find((address) => address.includes(`plugin-${id}-web-index`)) ?? '';
    const told = await readFile(build.locate(first), 'utf8');
    assert.ok(told.includes(`plugin-${id}-web-${part}`) && told.includes(hash), `${id}: ${part}`);
  }
});

test('texts are files of their own, in both languages', () => {
  for (const namespace of ['shell', ...Object.keys(build.plugins)]) {
    for (const language of ['zh', 'en']) {
      const address = `/locales/${language}/${namespace}.${build.texts}.json`;
      assert.ok(build.has(address), address);
    }
  }
  assert.ok(!build.files.some((address) => /\/locales\/\w+\/(core|host)\./.test(address)));
});

test('source maps are there for whoever debugs the server’s machine, and are not served', () => {
  assert.ok(!build.files.some((address) => address.endsWith('.map')));
});
