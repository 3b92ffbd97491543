import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LEVELS, type Level, type LevelLimits } from '#core/contract/tiers.ts';
import {
  fallingLevel,
  lossesOf,
  tierRulesSchema,
  USUAL_TIER_RULES,
  type TierRules,
} from '#plugins/membership/tier-rules.ts';

const rules = (
  limits: Partial<Record<Level, Partial<LevelLimits>>> = {},
  features: Partial<TierRules['features']> = {},
) =>
  tierRulesSchema.parse({
    limits: Object.fromEntries(LEVELS.map((level) => [level, { ...USUAL_TIER_RULES.limits[level], ...limits[level] }])),
    features: { ...USUAL_TIER_RULES.features, ...features },
  });
const losses = (before: TierRules, after: TierRules) =>
  lossesOf(before, after).map((loss) => `${loss.level} ${loss.kind === 'limit' ? loss.limit : loss.feature}`);

test('a level loses by a lower limit, by a limit where there was none, and by a feature that begins above it', () => {
  assert.deepEqual(losses(rules(), rules()), []);
  assert.deepEqual(
    losses(rules(), rules({ level1: { gigabytes: 11, devices: 9 }, level2: { creatorAccounts: null } })),
    [],
  );
  assert.deepEqual(losses(rules(), rules({ level2: { gigabytes: 19.5 }, level4: { creatorAccounts: 500 } })), [
    'level2 gigabytes',
    'level4 creatorAccounts',
  ]);
  assert.deepEqual(losses(rules(), rules({}, { mosaic: 'level3' })), ['level1 mosaic', 'level2 mosaic']);
  assert.deepEqual(losses(rules({}, { voiceCloning: 'level4' }), rules({}, { voiceCloning: null })), [
    'level4 voiceCloning',
  ]);
  assert.deepEqual(losses(rules(), rules({}, { digitalHumans: 'level0', mosaic: 'level0' })), []);
});

test('no level may hold less than the one below it, and no limit is the most there is', () => {
  assert.equal(fallingLevel(rules()), undefined);
  assert.equal(fallingLevel(rules({ level2: { devices: 1 } })), 'level2');
  assert.equal(fallingLevel(rules({ level3: { gigabytes: null }, level4: { gigabytes: 900 } })), 'level4');
  assert.equal(fallingLevel(rules({ level1: { creatorAccounts: 3 } })), undefined);
});
