import assert from 'node:assert/strict';
import { test } from 'node:test';

import { leanEntry, wholeEntry } from '#core/contract/lean-index.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { discoverPlugins } from '#host/server/discover-plugins.ts';

const overTheWire = (entry: Parameters<typeof leanEntry>[0]) =>
  wholeEntry(JSON.parse(JSON.stringify(leanEntry(entry))) as ReturnType<typeof leanEntry>);
const state = { name: 'ready' } as const;

test('what goes over the wire without its defaults comes out as it was, for every plugin that ships', async () => {
  const shipped = await discoverPlugins();
  assert.ok(shipped.length > 5);
  for (const { manifest } of shipped) assert.deepEqual(overTheWire({ manifest, state }).manifest, manifest);
});

test('what an author chose otherwise is kept', () => {
  const manifest = definePlugin({
    ...{ id: 'cranes', version: '1.0.0', title: 'cranes:title', uses: ['materials'], budget: 12 },
    gate: { login: false, roles: [14], feature: 12, operator: true, tiers: { level0: 'locked' } },
    routes: [{ path: '/cranes', page: 'Page', frame: 'bare', gate: { login: true } }],
    menus: [{ to: '/cranes', section: 'tools', icon: 'grid', order: 1, title: 'cranes:title' }],
    commands: [{ id: 'lift', title: 'cranes:lift' }],
    dialogs: [{ name: 'rope', width: 400, dismissible: false }, { name: 'hook' }],
    ...{ slots: ['mixing.cover'], subscriptions: ['materials.changed'], provides: ['cranes.lift@1'] },
    grants: [
      { kind: 'service', token: 'dialogs@1', why: 'cranes:why', optional: true },
      { kind: 'http', methods: ['GET'], path: '/api/materials', why: 'cranes:why' },
    ],
  });
  assert.deepEqual(overTheWire({ manifest, state }).manifest, manifest);
});

test('of a plugin that leaves everything as it is by default, only its name goes out', () => {
  const manifest = definePlugin({ id: 'plain', version: '1.0.0', title: 'plain:title' });
  assert.deepEqual(leanEntry({ manifest, state }).manifest, { id: 'plain', version: '1.0.0', title: 'plain:title' });
});
