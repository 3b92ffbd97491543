import assert from 'node:assert/strict';
import { test } from 'node:test';

import { decide } from '#core/contract/decide.ts';
import type { Gate } from '#core/contract/plugin.ts';

const gate: Gate = { login: true, roles: [12, 13, 14, 15], feature: 14, operator: false, tiers: {} };
const bronze = { roleCode: 13, features: [12], operator: false };

test('a role that operators do not admit is refused wherever roles are asked for, and only there', () => {
  assert.deepEqual(decide(gate, { ...bronze, features: [14], admitted: false }), { allowed: false, reason: 'role' });
  assert.deepEqual(decide({ ...gate, roles: null }, { ...bronze, features: [14], admitted: false }), { allowed: true });
});

test('what unlocks a feature is told by the installation’s own rule', () => {
  const decision = (featureLevels?: object) => decide(gate, { ...bronze, featureLevels });
  assert.deepEqual(decision(), { allowed: false, reason: 'feature', feature: 14, unlockedBy: 'level2' });
  assert.deepEqual(decision({ 14: 'level4' }), {
    allowed: false,
    reason: 'feature',
    feature: 14,
    unlockedBy: 'level4',
  });
  assert.deepEqual(decision({}), { allowed: false, reason: 'feature', feature: 14, unlockedBy: null });
});
