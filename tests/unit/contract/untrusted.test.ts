import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { lostWhenUntrusted, offeredEntry } from '#core/contract/untrusted.ts';

const manifest = definePlugin({
  id: 'quay',
  version: '1.0.0',
  title: 'quay:title',
  uses: ['mixing'],
  routes: [{ path: '/quay', page: 'Quay' }],
  dialogs: [{ name: 'Berth' }],
  slots: ['workbench.cards'],
  provides: ['quay.berths@1'],
  subscriptions: ['materials.changed'],
  grants: [
    { kind: 'service', token: 'tasks@1', why: 'quay:why' },
    { kind: 'service', token: 'dialogs@1', why: 'quay:why' },
  ],
});
const entry = (untrusted: boolean): PluginEntry => ({
  manifest,
  state: { name: 'ready' },
  source: {
    ...{ web: null, styles: null, texts: { zh: '', en: '' }, calls: null, grants: [], untrusted, revision: '1' },
    ...{ dev: false, requires: { exports: [], tokens: [], packages: {} } },
  },
});

test('of an untrusted plugin only what stays in its frame is offered', () => {
  const offered = offeredEntry(entry(true)).manifest;
  assert.deepEqual([offered.dialogs, offered.slots, offered.provides, offered.uses], [[], [], [], []]);
  assert.deepEqual([offered.routes, offered.subscriptions], [manifest.routes, manifest.subscriptions]);
  assert.equal(offeredEntry(entry(false)).manifest, manifest);
});

test('what it would go without is named', () => {
  assert.deepEqual(lostWhenUntrusted(manifest), [
    'quay/Berth',
    'workbench.cards',
    'quay.berths@1',
    'mixing',
    'tasks@1',
  ]);
});
