import assert from 'node:assert/strict';
import { test } from 'node:test';

import { estimateOf, narrowed } from '#plugins/mixing/server/measure/estimate.ts';
import { spreadOf } from '#plugins/mixing/server/measure/run-pace.ts';

const WORK = { megapixels: 2, shots: 9, shotSeconds: 27, joints: 0, jointSeconds: 0, groups: 3 };

test('what a batch takes is a wide range until there were runs, and a narrow one when they agree', () => {
  const spreads = [1, 2, 4, 8].map((runs) => spreadOf(runs, 0));
  assert.deepEqual(
    spreads,
    spreads.toSorted((a, b) => b - a),
  );
  assert.ok((spreads[0] ?? 0) > 1.7 && (spreads.at(-1) ?? 2) < 1.15);
  assert.ok(spreadOf(8, 0.2) > spreadOf(8, 0.02), 'runs that differ widen it');
  assert.ok(Math.abs(spreadOf(100, 5) - 3) < 1e-9);
  const paces = { time: { value: 0.5, spread: 3 }, space: { value: 100, spread: 1 } };
  const { seconds, bytes } = estimateOf(paces, WORK, 9, { least: 8, most: 10 });
  assert.ok(Math.abs(seconds.most / seconds.least - 9) < 1e-9);
  assert.deepEqual(bytes, { least: 9 * 9 * 2 * 100, most: 9 * 9 * 2 * 100 });
});

test('while a run goes on, what it took so far counts more and more', () => {
  const told = { least: 20, most: 180 };
  assert.deepEqual(narrowed(told, 90, 0), told);
  assert.deepEqual(narrowed(told, 90, 1), { least: 90, most: 90 });
  const half = narrowed(told, 90, 0.5);
  assert.ok(half.least > 20 && half.least < 90 && half.most > 90 && half.most < 180);
});
