import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pathAt, pathCurves } from '#core/contract/follow-path.ts';
import { partAt, reframeSchema, UNCHANGED } from '#core/contract/reframe.ts';

const POINTS = [
  { time: 1, x: 0.2, y: 0.5 },
  { time: 2, x: 0.8, y: 0.5 },
  { time: 5, x: 0.3, y: 0.9 },
];

test('a path goes through its points, rests outside them, and never runs past them', () => {
  for (const { time, x } of POINTS) assert.ok(Math.abs(pathAt(POINTS, 'x', time) - x) < 1e-9);
  assert.deepEqual([pathAt(POINTS, 'x', 0), pathAt(POINTS, 'x', 9)], [0.2, 0.3]);
  assert.equal(pathAt([], 'x', 3), 0.5);
  for (let time = 1; time <= 5; time += 0.01) {
    const x = pathAt(POINTS, 'x', time);
    assert.ok(x >= 0.2 - 1e-9 && x <= 0.8 + 1e-9, `${x} at ${time}`);
  }
});

test('a path neither jumps nor bends sharply where two of its curves meet', () => {
  const [before, after] = pathCurves([...POINTS.slice(0, 2), { time: 5, x: 0.95, y: 0.5 }], 'x');
  assert.ok(before !== undefined && after !== undefined);
  const length = before.to - before.from;
  const [a, b, c, d] = before.coefficients;
  assert.ok(Math.abs(a + b * length + c * length ** 2 + d * length ** 3 - after.coefficients[0]) < 1e-9);
  assert.ok(Math.abs(b + 2 * c * length + 3 * d * length ** 2 - after.coefficients[1]) < 1e-9);
  assert.ok(after.coefficients[1] > 0);
});

test('a part of a ratio is as large as the picture allows, keeps its point in the middle and stays within', () => {
  const size = { width: 1920, height: 1080 };
  const part = { kind: 'ratio', width: 9, height: 16, path: POINTS } as const;
  const { x, y, width, height } = partAt({ part, turn: 0 }, size, 1);
  assert.ok(Math.abs((width * 1920) / (height * 1080) - 9 / 16) < 1e-9);
  assert.deepEqual([height, y], [1, 0]);
  assert.ok(Math.abs(x + width / 2 - 0.2) < 1e-9);
  const edge = partAt({ part: { ...part, path: [{ time: 0, x: 1, y: 1 }] }, turn: 0 }, size, 1);
  assert.ok(Math.abs(edge.x + edge.width - 1) < 1e-9);
  const turned = partAt({ part: { ...part, path: [] }, turn: 90 }, size, 0);
  assert.ok(Math.abs((turned.width * 1920) / (turned.height * 1080) - 16 / 9) < 1e-9);
});

test('a box without an area, one outside the picture and points out of order are refused', () => {
  const isTaken = (part: unknown) => reframeSchema.safeParse({ ...UNCHANGED, part }).success;
  const box = (x: number, width: number) => ({ kind: 'box', box: { x, y: 0, width, height: 1 } });
  assert.deepEqual([box(0, 1), box(0.5, 0.5), box(0, 0), box(0.6, 0.5), box(-0.1, 0.5)].map(isTaken), [
    ...[true, true],
    ...[false, false, false],
  ]);
  assert.equal(isTaken({ kind: 'ratio', width: 1, height: 1, path: POINTS.toReversed() }), false);
  assert.equal(isTaken({ kind: 'ratio', width: 1, height: 1, path: POINTS }), true);
});
