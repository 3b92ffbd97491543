import assert from 'node:assert/strict';
import { test } from 'node:test';

import { definePlugin } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';

test('a route’s gate changes what it names and keeps the rest of the plugin’s', () => {
  const manifest = definePlugin({
    id: 'harbour',
    version: '1.0.0',
    title: 'core:title',
    gate: { login: true, roles: [13], feature: 12 },
    routes: [
      { path: '/open', page: 'Open', gate: { login: false } },
      { path: '/quay', page: 'Quay' },
    ],
  });
  const [open, quay] = manifest.routes;
  assert.deepEqual(gateOfRoute(manifest, open!), { ...manifest.gate, login: false });
  assert.deepEqual(gateOfRoute(manifest, open!).roles, [13]);
  assert.deepEqual(gateOfRoute(manifest, quay!), manifest.gate);
});
