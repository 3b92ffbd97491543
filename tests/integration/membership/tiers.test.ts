import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import { FEATURE_LEVELS_SETTING } from '#core/server/services/settings/tier-rules.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { FEATURES, LEVEL_LIMITS } from '#core/contract/tiers.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import * as calls from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import half from '#plugins/membership/server/index.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';

const mixing = definePlugin({
  ...{ id: 'mixing', version: '1.0.0', title: 'mixing:title', features: [12] },
  routes: [{ path: '/mix', page: 'Mix' }],
  menus: [{ to: '/mix', section: 'create', icon: 'scissors', order: 1, title: 'mixing:menu' }],
});
/** A plugin by whose name a feature is sold. */
const voices = definePlugin({
  ...{ id: 'voices', version: '1.0.0', title: 'voices:title', features: [FEATURES.voiceCloning] },
  routes: [{ path: '/voices', page: 'Voices' }],
  menus: [{ to: '/voices', section: 'create', icon: 'mic', order: 2, title: 'voices:title' }],
});
const server = await startTestServer(
  { after },
  {
    discovered: [
      { manifest: mixing, calls: {}, server: defineServer({ manifest: mixing }) },
      { manifest: voices, calls: {}, server: defineServer({ manifest: voices }) },
      { manifest, calls: callsAmong(calls), server: half },
    ],
  },
);

async function tiers(language = 'zh'): Promise<calls.Tier[]> {
  const { envelope } = await server.call('GET', '/api/membership/tiers', { headers: { 'accept-language': language } });
  return envelope.data as calls.Tier[];
}

test('visitors see the operator’s limits, and only what installed plugins offer', async () => {
  const { settings } = server.composed.ctx;
  await settings.set(
    LEVEL_LIMITS_SETTING,
    {
      ...LEVEL_LIMITS,
      level0: { gigabytes: 3, creatorAccounts: 1, devices: 4 },
    },
    'test',
  );
  const [free, bronze, silver] = await tiers();
  assert.deepEqual(free, { level: 'level0', gigabytes: 3, devices: 4, features: [], plugins: ['批量混剪'] });
  assert.deepEqual(bronze?.features, ['largeMixBatch']);
  // Its pages are open to everybody: it is told once, where it is sold.
  assert.deepEqual(silver?.features, ['voiceCloning']);
  assert.deepEqual(
    (await tiers()).flatMap(({ plugins }) => plugins),
    ['批量混剪'],
  );
});

test('a feature stands at the level that the operator gave it', async () => {
  const { settings } = server.composed.ctx;
  await settings.set(FEATURE_LEVELS_SETTING, { largeMixBatch: 'level3' }, 'test');
  const named = (await tiers()).filter(({ features }) => features.includes('largeMixBatch'));
  assert.deepEqual(
    named.map(({ level }) => level),
    ['level3'],
  );
  await settings.set(FEATURE_LEVELS_SETTING, {}, 'test');
});

test('a plugin that the operator keeps from lower levels is named at the first that has it, in the reader’s language', async () => {
  const { plugins } = server.composed.ctx;
  const { accountId: operator } = await server.signIn({ operator: true });
  for (const level of ['level0', 'level1'] as const) await plugins.setTier('mixing', level, 'locked', operator);
  const [free, bronze, silver, gold] = await tiers('en');
  assert.deepEqual([free?.plugins, bronze?.plugins, gold?.plugins], [[], [], []]);
  assert.equal(silver?.plugins.length, 1);
  for (const id of ['mixing', 'voices']) await plugins.setDisabled(id, true, operator);
  const off = await tiers('en');
  assert.deepEqual(
    off.flatMap((tier) => [...tier.plugins, ...tier.features]),
    [],
  );
});
