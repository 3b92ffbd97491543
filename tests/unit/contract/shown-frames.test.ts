import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shownFrames } from '#core/contract/shown-frames.ts';
import { rhythmOf, type VideoStream } from '#core/server/services/media/media-info.ts';

/** The frames that a player would have on screen at the chosen moments, of a stream with frames at `rate` from 0 on. */
function numbers(rate: number, start: number, speed = 1, frames = 90): number[] {
  const { moment } = shownFrames({ rhythm: { rate, begins: 0 }, start, speed, fps: 30, frames });
  assert.ok(Math.abs(moment - 0.002) <= 0.01);
  return Array.from({ length: frames }, (_, index) => Math.floor((start + moment + (index * speed) / 30) * rate));
}

/** Frames until the shown picture changes, without the first and the last run. */
function runs(shown: readonly number[]): number[] {
  const changes = shown.flatMap((number, index) => (index > 0 && number !== shown[index - 1] ? [index] : []));
  return changes.slice(1).map((at, index) => at - (changes[index] ?? 0));
}

test('wherever a window begins, no frame of 29.97 a second is repeated or left out', () => {
  for (let start = 0; start < 12; start += 0.0137) {
    const shown = numbers(30_000 / 1001, start);
    assert.deepEqual(
      shown,
      shown.map((_, index) => (shown[0] ?? 0) + index),
      `from ${start}`,
    );
  }
});

test('59.94 at 30 shows every second frame, and every one at half speed', () => {
  for (let start = 0; start < 8; start += 0.0137) {
    for (const [speed, step] of [
      [1, 2],
      [0.5, 1],
      [2, 4],
    ] as const) {
      const shown = numbers(60_000 / 1001, start, speed, 60);
      assert.deepEqual(
        shown,
        shown.map((_, index) => (shown[0] ?? 0) + index * step),
        `from ${start} at ${speed}`,
      );
    }
  }
});

test('at half speed each frame of 29.97 is shown exactly twice', () => {
  for (let start = 0; start < 8; start += 0.0137) {
    assert.deepEqual([...new Set(runs(numbers(30_000 / 1001, start, 0.5)))], [2], `from ${start}`);
  }
});

test('23.976 at 30 repeats every fourth frame and no other', () => {
  for (let start = 0; start < 8; start += 0.0137) {
    const shown = numbers(24_000 / 1001, start, 1, 60);
    const lengths = runs(shown);
    assert.ok(lengths.every((length) => length === 1 || length === 2));
    lengths.forEach((length, at) => {
      if (length === 2 && at + 4 < lengths.length)
        assert.deepEqual(lengths.slice(at, at + 5), [2, 1, 1, 1, 2], `from ${start}`);
    });
  }
});

test('a variable rate is read as it is', () => {
  const video = { averageRate: 24.3, baseRate: 60, startTime: 0 } as VideoStream;
  const shown = shownFrames({ rhythm: rhythmOf({ startTime: 0 }, video), start: 1.234, speed: 1, fps: 30, frames: 90 });
  assert.deepEqual(shown, { lead: 0, moment: 0.002 });
});
