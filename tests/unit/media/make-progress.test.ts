import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { createMakeProgress } from '#core/server/services/media/make-progress.ts';

function track(weights: Record<string, number>) {
  const told: [number, number | null][] = [];
  const progress = createMakeProgress(new Map(Object.entries(weights)), (done, left) => told.push([done, left]));
  return { told, progress };
}

test('progress is weighted, never goes back, and ends at one', () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const { told, progress } = track({ a: 3, b: 1 });
    now = 2000;
    progress.report('a', 0.5);
    now = 4000;
    progress.report('a', 0.2);
    progress.finish('b');
    now = 6000;
    progress.finish('a');
    progress.end();
    assert.deepEqual(told, [
      [0.375, (2 * 0.625) / 0.375],
      [0.625, (4 * 0.375) / 0.625],
      [1, 0],
    ]);
  } finally {
    clock.mock.restore();
  }
});

test('with nothing to do the end is told at once', () => {
  const { told, progress } = track({});
  progress.end();
  assert.deepEqual(told, [[1, 0]]);
});
