import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { definePlugin, manifestSchema, type PluginManifestInput } from '#core/contract/plugin.ts';

const define = (rest: Partial<PluginManifestInput>) =>
  definePlugin({ id: 'buoy', version: '1.0.0', title: 'buoy:title', ...rest });

test('“from” and “below” are tiers in two words, for a plugin and for a route', () => {
  const { gate, routes } = define({
    gate: { from: 'level2', below: 'hidden' },
    routes: [
      { path: '/buoy', gate: { from: 'level1' } },
      { path: '/buoy/light', gate: { login: false } },
    ],
  });
  assert.deepEqual(gate, define({ gate: { tiers: { level0: 'hidden', level1: 'hidden' } } }).gate);
  assert.deepEqual(
    routes.map((route) => route.gate),
    [{ tiers: { level0: 'locked' } }, { login: false }],
  );
});

test('a manifest holds tiers only, so that reading it again changes nothing', () => {
  const manifest = define({ gate: { from: 'level3' }, routes: [{ path: '/buoy', gate: { from: 'level4' } }] });
  const sent = JSON.parse(JSON.stringify(manifest)) as unknown;
  assert.deepEqual(manifestSchema.parse(sent), manifest);
  assert.deepEqual(z.encode(manifestSchema, manifest), manifest);
  assert.ok(!JSON.stringify(sent).includes('"from"'));
});

test('a gate says tiers one way only, and names a tier that has others below it', () => {
  const refuses = (gate: PluginManifestInput['gate'], why: RegExp) => assert.throws(() => define({ gate }), why);
  refuses({ from: 'level2', tiers: { level0: 'locked' } }, /gate: say either "from" and "below", or "tiers"/);
  refuses({ below: 'locked' }, /gate: "below" needs "from"/);
  refuses({ from: 'level0' }, /gate: no tier is below "level0"/);
  refuses({ form: 'level2' } as never, /unknown key "gate\.form", is "from" meant\?/);
});
