import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { buildPlugin } from '#host/plugin-tools/build-plugin.ts';
import { checkAccessibility } from '#host/plugin-tools/check/accessibility.ts';
import { checkPlaces } from '#host/plugin-tools/check/places.ts';
import { checkSize } from '#host/plugin-tools/check/size.ts';
import { checkPlugin } from '#host/plugin-tools/check-plugin.ts';
import { placeOf } from '#host/plugin-tools/finding.ts';
import { readSources } from '#host/plugin-tools/read-sources.ts';

import { edit, write } from './author-kit.ts';
import { plugin, refusal, told } from './findings-kit.ts';

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
