import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test, type TestContext } from 'node:test';

import { discoverPlugins, inOrder } from '#host/server/discover-plugins.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A folder of plugins that import the kernel by its address. */
async function pluginFolder(t: TestContext, files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-plugins-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return pathToFileURL(`${folder}/`);
}

const kernel = pathToFileURL(join(root, 'core')).href;
const manifest = (id: string, uses: string[] = []) => `import { definePlugin } from '${kernel}/contract/plugin.ts';
export default definePlugin({ id: '${id}', version: '1.0.0', title: 'core:welcome.name', uses: ${JSON.stringify(uses)} });`;
const half = `import { defineServer } from '${kernel}/server/plugins/server-plugin.ts';
import manifest from '../plugin.ts';
export default defineServer({ manifest });`;
const calls = `import { z } from '${import.meta.resolve('zod')}';
import { defineCall } from '${kernel}/contract/call.ts';
export const somethingElse = z.string();
export const readShip = defineCall({ method: 'GET', path: '/api/a', summary: 'A.', data: z.null() });`;

const order = (graph: Record<string, string[]>) =>
  inOrder(Object.entries(graph).map(([id, uses]) => ({ manifest: { id, uses } }))).map((plugin) => plugin.manifest.id);

test('plugins come after those that they use, else by name', () => {
  assert.deepEqual(order({ mixing: ['materials'], crop: [], materials: ['accounts'], accounts: [] }), [
    'accounts',
    'crop',
    'materials',
    'mixing',
  ]);
});

test('a circle is told with its whole trace', () => {
  assert.throws(() => order({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }), {
    code: 'host:plugin.cycle',
    params: { trace: 'b → c → d → b' },
  });
  assert.throws(() => order({ a: ['a'] }), { params: { trace: 'a → a' } });
});

test('a plugin that is not there is told with who wants it', () => {
  assert.throws(() => order({ a: ['b'] }), { code: 'host:plugin.missing', params: { plugin: 'a', used: 'b' } });
});

test('plugins are found by their files, whatever else lies around', async (t) => {
  const folder = await pluginFolder(t, {
    'lamp/plugin.ts': manifest('lamp', ['crop']),
    'lamp/calls.ts': calls,
    'lamp/server/index.ts': half,
    'crop/plugin.ts': manifest('crop'),
    'not-a-plugin/readme.md': 'x',
    'file.txt': 'x',
  });
  const found = await discoverPlugins(folder);
  assert.deepEqual(
    found.map((plugin) => plugin.manifest.id),
    ['crop', 'lamp'],
  );
  assert.deepEqual(Object.keys(found[1]?.calls ?? {}), ['readShip']);
  assert.equal(found[1]?.server?.manifest, found[1]?.manifest);
  assert.equal(found[0]?.server, undefined);
});

for (const [what, files, message] of [
  [
    'an id that is not its folder’s name',
    { 'lamp/plugin.ts': manifest('crop') },
    /plugins\/lamp\/plugin\.ts must default-export definePlugin\(\{ id: 'lamp'/,
  ],
  [
    'a plugin.ts without a manifest',
    { 'lamp/plugin.ts': 'export const a = 1;' },
    /plugins\/lamp\/plugin\.ts must default-export/,
  ],
  [
    'calls without a server half',
    { 'lamp/plugin.ts': manifest('lamp'), 'lamp/calls.ts': calls },
    /there is no plugins\/lamp\/server\/index\.ts/,
  ],
  [
    'a server half that is none',
    { 'lamp/plugin.ts': manifest('lamp'), 'lamp/server/index.ts': 'export default {};' },
    /plugins\/lamp\/server\/index\.ts must default-export/,
  ],
] as const) {
  test(`${what} is a mistake that names the file`, async (t) => {
    await assert.rejects(discoverPlugins(await pluginFolder(t, files)), message);
  });
}

test('the plugins of the product are in order and whole', async () => {
  const found = await discoverPlugins();
  assert.ok(found.length > 0);
  for (const { manifest: known } of found) assert.match(known.id, /^[a-z]/);
});
