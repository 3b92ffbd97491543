import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cpuSecondsOf, type ShotWork } from '#plugins/mixing/server/measure/run-work.ts';

const BENCHMARK: ShotWork = {
  ...{ megapixels: 2.0736, shots: 50, shotSeconds: 150, groups: 10 },
  ...{ joints: 0, jointSeconds: 0 },
};

test('it comes near what the benchmarks measured', () => {
  const hard = cpuSecondsOf(BENCHMARK, 50);
  assert.ok(hard > 180 && hard < 280, String(hard));
  const faded = cpuSecondsOf({ ...BENCHMARK, joints: 225, jointSeconds: 0.5 }, 50);
  assert.ok(faded > 380 && faded < 620, String(faded));
});

test('a shot is encoded once, so further videos cost little', () => {
  const [few, many] = [cpuSecondsOf(BENCHMARK, 50), cpuSecondsOf(BENCHMARK, 100)];
  assert.ok(many - few < few / 2);
  assert.equal(cpuSecondsOf({ ...BENCHMARK, shots: 0, shotSeconds: 0 }, 1) > 0, true);
});
