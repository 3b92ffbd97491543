import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { callHashes } from '#core/server/services/plugin-registry/call-hashes.ts';
import { findAuthorFolder } from '#host/plugin-tools/author-folder.ts';
import { buildPlugin } from '#host/plugin-tools/build-plugin.ts';
import { checkGrants } from '#host/plugin-tools/check/grants.ts';
import { listMaterials, trashMaterials } from '#plugins/materials/calls.ts';

import { edit } from './author-kit.ts';
import { plugin, told } from './findings-kit.ts';

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
