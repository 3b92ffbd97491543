import { autorun } from 'mobx';
import { expect, rs, test } from '@rstest/core';

import { createTrace, MAX_SPANS } from '#core/web/trace/create-trace.ts';

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
  for (let number = 0; number < MAX_SPANS + 5; number += 1) {
    trace.record({ plugin: String(number), step: 'call', start: number, duration: 0, bytes: null });
  }
  stop();
  expect([trace.spans.length, trace.spans[0]?.plugin, trace.spans.at(-1)?.plugin]).toEqual([1000, '5', '1004']);
  expect([lengths.length, lengths[3]]).toEqual([MAX_SPANS + 6, 3]);
});

test('what is loaded for a plugin counts by its own files, not by what it shares with others', async () => {
  const loaded = (name: string, transferSize: number, more: object = {}) => ({
    ...{ name: `https://reelport.test${name}`, transferSize, startTime: Infinity, initiatorType: 'script', ...more },
  });
  const entries = [
    loaded('/plugin-files/shot-list/1.0.0+abc/web.mjs', 900, { initiatorType: 'link' }),
    loaded('/plugin-files/shot-list/1.0.0+abc/web.css', 80, { initiatorType: 'link' }),
    loaded('/plugin-files/shot-list/1.0.0+abc/texts/zh.json', 5_000, { initiatorType: 'fetch' }),
    loaded('/plugin-files/shot-list/0.9.0+abc/web.mjs', 5_000, { startTime: -1 }),
    loaded('/plugin-files/brand-kit/1.0.0+abc/web.mjs', 700),
    loaded('/assets/plugin-mixing-web-index.1d03a03a.js', 400),
    loaded('/shared/core.19f8fb83.js', 60_000),
  ];
  const read = rs.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceEntryList);
  const trace = createTrace();
  for (const plugin of ['shot-list', 'mixing', 'elsewhere']) await trace.measure(plugin, 'import', async () => {});
  read.mockRestore();
  expect(trace.spans.map(({ plugin, bytes }) => [plugin, bytes])).toEqual([
    ['shot-list', 980],
    ['mixing', 400],
    ['elsewhere', null],
  ]);
});
