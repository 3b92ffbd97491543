import { autorun } from 'mobx';
import { expect, test } from '@rstest/core';

import { createTrace, MOST_SPANS } from '#core/web/trace/create-trace.ts';

test('a step is measured, also when it fails', async () => {
  const trace = createTrace();
  expect(await trace.measure('mixing', 'activate', () => Promise.resolve(7))).toBe(7);
  await expect(trace.measure('mixing', 'import', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(trace.spans.map(({ plugin, step }) => [plugin, step])).toEqual([
    ['mixing', 'activate'],
    ['mixing', 'import'],
  ]);
  expect(trace.spans.every(({ start, duration }) => start >= 0 && duration >= 0)).toBe(true);
});

test('the last thousand steps are remembered, the oldest first, and readers hear of new ones', () => {
  const trace = createTrace();
  const lengths: number[] = [];
  const stop = autorun(() => void lengths.push(trace.spans.length));
  for (let number = 0; number < MOST_SPANS + 5; number += 1) {
    trace.record({ plugin: String(number), step: 'call', start: number, duration: 0, bytes: null });
  }
  stop();
  expect([trace.spans.length, trace.spans[0]?.plugin, trace.spans.at(-1)?.plugin]).toEqual([1000, '5', '1004']);
  expect([lengths.length, lengths[3]]).toEqual([MOST_SPANS + 6, 3]);
});
