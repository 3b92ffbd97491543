import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';

import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { buildPlugin } from '#host/plugin-tools/build-plugin.ts';
import { checkAccessibility } from '#host/plugin-tools/check/accessibility.ts';
import { checkGrants } from '#host/plugin-tools/check/grants.ts';
import { checkPlaces } from '#host/plugin-tools/check/places.ts';
import { checkSize } from '#host/plugin-tools/check/size.ts';
import { checkPlugin } from '#host/plugin-tools/check-plugin.ts';
import { placeOf, RefusedPlugin, type Finding } from '#host/plugin-tools/finding.ts';
import { newPlugin } from '#host/plugin-tools/new-plugin.ts';
import { readSources } from '#host/plugin-tools/read-sources.ts';

import { callHashes } from '#core/server/services/plugin-registry/call-hashes.ts';
import { listMaterials, trashMaterials } from '#plugins/materials/calls.ts';

import { edit, emptyFolder, write } from './author-kit.ts';

/** A fresh plugin of which something was changed. */
function plugin(t: TestContext): string {
  return newPlugin(join(emptyFolder(t), 'palette')).root;
}

/** Why a plugin cannot be built. */
async function refusal(root: string): Promise<readonly Finding[]> {
  try {
    await buildPlugin(findAuthorFolder(root));
  } catch (error) {
    if (error instanceof RefusedPlugin) return error.findings;
    throw error;
  }
  throw new assert.AssertionError({ message: 'it was built' });
}

function told(findings: readonly Finding[]): string[] {
  return findings.map((finding) => `${placeOf(finding)} ${finding.text.replace('host:plugin-tools.', '')}`);
}

test('a mistyped key of the manifest is told with its line and the key that is meant', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) => before.replace("page: 'Main', title", "page: 'Main', titel"));
  const [finding, ...others] = await refusal(root);
  assert.deepEqual(others, []);
  assert(finding !== undefined);
  assert.equal(placeOf(finding), 'plugin.ts:7');
  assert.match(String(finding.params['problem']), /unknown key "routes\.0\.titel", is "title" meant\?/);
});

test('a manifest with code in it is refused with the place of the code', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) => before.replace('order: 500', 'order: (() => 500) as never'));
  assert.deepEqual(told(await refusal(root)), ['plugin.ts:8 not-data']);
});

test('each import that would fail or tie the plugin to the host is told with its line', async (t) => {
  const root = plugin(t);
  write(root, 'calls.ts', "import { defineCall } from '@reelport/core';\nexport const call = defineCall;\n");
  write(root, 'server/index.ts', 'export default {};\n');
  edit(root, 'web/index.tsx', (before) =>
    [
      "import '#host/web/start.ts';",
      "import '../../other/web/index.tsx';",
      "import 'node:fs';",
      "import 'inversify';",
      "import Nav from '@douyinfe/semi-ui-19/lib/es/tabs';",
      "import '../server/index.ts';",
      "import { Buton } from '@reelport/core';",
      "import * as all from '@reelport/core';",
      "import { Tabs, LoadError } from '@reelport/core';",
      "import { Tab, Tabz } from '@reelport/core/ui/Tabs';",
      "import { Floating } from '@reelport/core/ui/Floating';",
      'void [Nav, Buton, all];',
      before,
    ].join('\n'),
  );
  const root_ = findAuthorFolder(root);
  const { checkImports } = await import('#host/plugin-tools/check/imports.ts');
  const { readSources } = await import('#host/plugin-tools/read-sources.ts');
  assert.deepEqual(told(checkImports(readSources(root_.root, 'palette'))), [
    'calls.ts:1 import-face',
    'web/index.tsx:1 import-outside',
    'web/index.tsx:2 import-outside',
    'web/index.tsx:3 import-node',
    'web/index.tsx:4 import-kernel',
    'web/index.tsx:5 import-semi',
    'web/index.tsx:6 import-half',
    'web/index.tsx:7 import-mistyped',
    'web/index.tsx:8 import-all',
    'web/index.tsx:9 import-part',
    'web/index.tsx:10 import-mistyped',
    'web/index.tsx:11 import-no-part',
  ]);
});

test('what is used without being asked for is refused with the line to add, and what is asked for without use is told', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) =>
    before.replace(
      'routes:',
      `grants: [
    { kind: 'http', methods: ['GET'], path: '/api/materials/:id', why: 'palette:title' },
    { kind: 'http', methods: ['DELETE'], path: '/api/materials/:id', why: 'palette:title' },
    { kind: 'service', token: 'player@1', why: 'palette:title' },
  ],
  routes:`,
    ),
  );
  edit(
    root,
    'web/index.tsx',
    (before) =>
      before.replace('import { Button,', `import { DIALOGS, HTTP, useService, Button,`) +
      `export function Other({ id }: { id: string }) {
  const http = useService(HTTP);
  void useService(DIALOGS);
  void http.send({ method: 'GET', path: \`/api/materials/\${id}\` });
  void http.send({ method: 'POST', path: '/api/p/palette/mine' });
  void http.send({ method: 'POST', path: '/api/mixing/projects' });
  return null;
}
`,
  );
  const { description, sources, imported } = await buildPlugin(findAuthorFolder(root));
  const findings = checkGrants(description.manifest, sources, imported);
  assert.deepEqual(told(findings), [
    'web/index.tsx:43 grant-missing',
    'web/index.tsx:1 grant-missing',
    'plugin.ts grant-unused',
    'plugin.ts grant-unused',
  ]);
  assert.deepEqual(
    findings.map(({ params }) => params['line'] ?? params['grant']),
    [
      "{ kind: 'http', methods: ['POST'], path: '/api/mixing/projects', why: '…' }",
      "ask(DIALOGS, '…')",
      'DELETE /api/materials/:id',
      'player@1',
    ],
  );
});

test('what a part of the workbench does for the plugin is asked for, and then counts as used', async (t) => {
  const root = plugin(t);
  edit(
    root,
    'web/index.tsx',
    (before) =>
      `import { ToolRunView } from '@reelport/core/studio/ToolRunView';
${before}
export const Run = () => (
  <ToolRunView
    id="1"
    look={{ back: () => ({ to: '/palette', title: 'Palette' }), others: { to: (id) => id } }}
    missing={null}
  />
);
`,
  );
  const check = async () => {
    const { description, sources, imported } = await buildPlugin(findAuthorFolder(root));
    return checkGrants(description.manifest, sources, imported);
  };
  const [missing, ...others] = await check();
  assert.deepEqual(
    [told(missing === undefined ? [] : [missing]), others],
    [['web/index.tsx:1 grant-part-missing'], []],
  );
  assert.equal(missing?.params['line'], "...askRunPage('…')");
  assert.match(String(missing?.params['what']), /^GET \/api\/tool-runs\/:id, .*dialogs@1$/);
  edit(root, 'plugin.ts', (before) =>
    before
      .replace('import { definePlugin }', 'import { askRunPage, definePlugin }')
      .replace('routes:', "grants: askRunPage('palette:title'),\n  routes:"),
  );
  assert.deepEqual(await check(), []);
});

test('a call that is imported is asked for by its name, and one that is asked for has to be imported', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) =>
    before
      .replace('import { definePlugin }', 'import { ask, definePlugin, readTask }')
      .replace('\n\n', "\nimport { listMaterials } from '@reelport/core/plugins/materials';\n\n")
      .replace(
        'routes:',
        `subscriptions: ['materials.changed'],
  grants: [ask(listMaterials, 'palette:title'), ask(readTask, 'palette:title')],
  routes:`,
      ),
  );
  edit(
    root,
    'web/index.tsx',
    (before) =>
      `import { HTTP, onEvent, useService } from '@reelport/core';
import { listMaterials, materialsChanged, trashMaterials, type Material } from '@reelport/core/plugins/materials';
${before.replace('defineWeb({', 'defineWeb({ subscriptions: [onEvent(materialsChanged, () => undefined)],')}
export function Other({ ids }: { ids: Material['id'][] }) {
  const http = useService(HTTP);
  void http.call(listMaterials, { query: { kind: 'image' } });
  void http.call(trashMaterials, { body: { ids } });
  return null;
}
`,
  );
  const { description, sources, imported } = await buildPlugin(findAuthorFolder(root));
  assert.deepEqual(
    checkGrants(description.manifest, sources, imported).map(({ file, text, params }) => [
      ...[file, text.replace('host:plugin-tools.', '')],
      params['line'] ?? params['grant'],
    ]),
    [
      ['web/index.tsx', 'grant-missing', "ask(trashMaterials, '…')"],
      ['plugin.ts', 'grant-missing', "ask(EVENTS, '…')"],
      ['plugin.ts', 'grant-unused', 'GET /api/tasks/:id'],
    ],
  );
  const { requires } = description;
  assert.deepEqual(
    requires.exports.filter((name) => name.startsWith('plugins/')),
    ['listMaterials', 'materialsChanged', 'trashMaterials'].map((name) => `plugins/materials#${name}`),
  );
  const offer = '@reelport/core/plugins/materials';
  assert.equal(requires.packages[offer], SDK_SURFACE.packages[offer]);
  assert.deepEqual(requires.calls, callHashes({ listMaterials, trashMaterials }));
});

test('texts that one language lacks, that differ in their values, or that nothing has are told', async (t) => {
  const root = plugin(t);
  write(root, 'locales/zh.json', JSON.stringify({ title: '色卡', count: '{{number}} 次', only: '中文' }));
  edit(root, 'web/index.tsx', (before) => before.replace('palette:add', 'palette:ad'));
  assert.deepEqual(told(await refusal(root)), [
    'locales/en.json text-values',
    'locales/en.json text-missing',
    'locales/zh.json text-missing',
    'web/index.tsx:25 text-unknown',
  ]);
});

test('English may have a text for exactly one beside that for any number', async (t) => {
  const root = plugin(t);
  const texts = JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')) as Record<string, string>;
  write(root, 'locales/en.json', JSON.stringify({ ...texts, count_one: 'once' }));
  await buildPlugin(findAuthorFolder(root));
  write(root, 'locales/en.json', JSON.stringify({ ...texts, lost_one: 'once' }));
  assert.deepEqual(told(await refusal(root)), ['locales/zh.json text-missing']);
});

test('a browser half that is larger than its budget is told', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) => before.replace('routes:', 'budget: 0.2,\n  routes:'));
  assert.deepEqual(told(checkSize(await buildPlugin(findAuthorFolder(root)))), ['plugin.ts size']);
});

test('a source that does not compile is told with its file', async (t) => {
  const root = plugin(t);
  edit(root, 'web/index.tsx', (before) => before.replace('class MainStore {', 'class MainStore {{'));
  const [finding] = await refusal(root);
  assert.equal(finding?.text, 'host:plugin-tools.compiler');
  assert.equal(finding?.file, 'web/index.tsx');
});

test('a page that the browser half lacks is told with the file that the author has', async (t) => {
  const root = plugin(t);
  edit(root, 'web/index.tsx', (before) => before.replace('pages: { Main:', 'pages: { Other:'));
  const folder = findAuthorFolder(root);
  const { description, texts } = await buildPlugin(folder);
  const findings = await checkAccessibility(folder, description.manifest, texts);
  const thrown = findings.filter(({ text }) => text === 'host:plugin-tools.page-throws');
  assert.deepEqual([...new Set(thrown.map(({ file }) => file))], ['web/index.tsx']);
  assert.match(
    String(thrown[0]?.params['problem']),
    /^TypeError: web\/index\.ts\(x\) of "palette": add "Main" to pages/,
  );
});

test('pages that some people cannot use, types that do not fit and menus without a picture are found', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) => before.replace("icon: 'star'", "icon: 'no-such-icon'"));
  edit(root, 'web/index.tsx', (before) =>
    before
      .replace(
        '<p>',
        '<button type="button" /><p style={{ color: "#777", background: "#888" }}>A quiet sentence</p><p>',
      )
      .replace('this.count += 1', "this.count += 'one'"),
  );
  const findings = told(await checkPlugin(findAuthorFolder(root)));
  assert.equal(findings.filter((line) => line === 'plugin.ts page-fault').length, 4, findings.join('\n'));
  assert(
    findings.some((line) => /^web\/index\.tsx:\d+ types$/.test(line)),
    findings.join('\n'),
  );
  assert(findings.includes('plugin.ts core:plugin.finding-icon'), findings.join('\n'));
});

test('slots that nobody shows, partners that give nothing, and names outside the plugin’s own are told', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) =>
    before.replace(
      'routes:',
      `uses: ['materials', 'stranger'],\n  slots: ['workbench.card', 'mixing.zzzzzzzzzz', 'workbench.cards', 'tasks.work', 'palette.own', 'stranger.any'],\n  routes:`,
    ),
  );
  const { description } = await buildPlugin(findAuthorFolder(root));
  const { manifest } = description;
  const findings = checkPlaces(manifest, readSources(root, 'palette'));
  assert.deepEqual(told(findings), ['plugin.ts slot-mistyped', 'plugin.ts slot-unknown', 'plugin.ts partner-shipped']);
  assert.deepEqual([findings[0]?.params['nearest'], findings[2]?.params['used']], ['workbench.cards', 'materials']);
  const known = String(findings[1]?.params['known']).split(', ');
  assert.deepEqual(known, [...new Set(known)], 'each slot is named once');

  write(
    root,
    'server/index.ts',
    [
      "import { defineEffect, defineOperation } from '@reelport/core/server';",
      "const name = 'computed';",
      "export const one = defineOperation({ name: 'mixing.cut' });",
      "export const two = defineOperation({ name: 'palette.cut' });",
      "export const three = defineEffect({ name: 'grey' });",
      'export const four = defineEffect({ name });',
    ].join('\n'),
  );
  const later = checkPlaces({ ...manifest, slots: [] }, readSources(root, 'palette'));
  assert.deepEqual(told(later), ['server/index.ts:3 name-foreign', 'server/index.ts:5 name-foreign']);
});

test('events that nobody sends, hooks that nothing fires, and hooks that the manifest does not list are told', async (t) => {
  const root = plugin(t);
  edit(root, 'plugin.ts', (before) =>
    before.replace(
      'routes:',
      `subscriptions: ['materials.chnged', 'materials.changed', 'palette.own', 'stranger.any'],
  hooks: ['posts.publised@1', 'materials.ready@2', 'runs.ended@1', 'stranger.any@1'],
  routes:`,
    ),
  );
  const { manifest } = (await buildPlugin(findAuthorFolder(root))).description;
  write(
    root,
    'server/index.ts',
    "import { materialReady, runEnded, type ServerHook } from '@reelport/core/server';\nvoid [materialReady, runEnded];\n",
  );
  const findings = checkPlaces(manifest, readSources(root, 'palette'));
  assert.deepEqual(
    findings.map(({ file, text, params }) => [
      file,
      text.replace('host:plugin-tools.', ''),
      params['nearest'] ?? params['hook'],
    ]),
    [
      ['plugin.ts', 'topic-mistyped', 'materials.changed'],
      ['plugin.ts', 'hook-mistyped', 'posts.published@1'],
      ['plugin.ts', 'hook-mistyped', 'materials.ready@1'],
      ['server/index.ts', 'hook-unlisted', 'materials.ready@1'],
    ],
  );
});
