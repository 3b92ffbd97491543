import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cueBoxesAt, textCueSchema, type TextCue } from '#core/contract/text-cue.ts';

const box = { x: 0.4, y: 0.8, width: 0.2, height: 0.1 };
const rests: TextCue = { from: 1, to: 3, boxes: [box], text: '包邮', confidence: 0.9, moves: [] };

test('text at rest is where it was read, from its first moment to its last', () => {
  assert.deepEqual(
    [0.9, 1, 2.9, 3].map((time) => cueBoxesAt(rests, time)),
    [[], [box], [box], []],
  );
});

test('text that moves is between its places, and only as far as it is in the picture', () => {
  const moves = [
    { time: 1, x: -0.5, y: 0 },
    { time: 2, x: 0, y: 0 },
    { time: 3, x: 0, y: 0.15 },
  ];
  const at = (time: number) =>
    cueBoxesAt({ ...rests, moves }, time).map(({ x, y, width, height }) =>
      [x, y, width, height].map((side) => Math.round(side * 1000) / 1000),
    );
  assert.deepEqual(at(1), [[0, 0.8, 0.1, 0.1]]);
  assert.deepEqual(at(1.5), [[0.15, 0.8, 0.2, 0.1]]);
  assert.deepEqual(at(2.999), [[0.4, 0.95, 0.2, 0.05]]);
});

test('text that ends before it begins, or lies outside the picture, is refused', () => {
  assert.equal(textCueSchema.safeParse(rests).success, true);
  assert.equal(textCueSchema.safeParse({ ...rests, to: 1 }).success, false);
  assert.equal(textCueSchema.safeParse({ ...rests, boxes: [{ ...box, x: 0.9 }] }).success, false);
});
