import { expect, test } from '@rstest/core';

import { UploadSummary } from '#host/web/uploads/UploadSummary.ts';
import type { UploadItem } from '#core/web/uploads/uploads.ts';

const item = (state: UploadItem['state'], size: number, facts: Partial<UploadItem> = {}) =>
  ({ state, size, progress: state === 'done' ? 1 : 0, speed: null, isResumable: true, ...facts }) as UploadItem;

test('the whole is counted by bytes; what was cancelled does not count', () => {
  const summary = new UploadSummary({
    items: [
      item('done', 100),
      item('uploading', 300, { progress: 0.5, speed: 50 }),
      item('failed', 100),
      item('queued', 500),
      item('cancelled', 10_000),
    ],
  });
  expect([summary.total, summary.done, summary.failed, summary.moving]).toEqual([4, 1, 1, 2]);
  expect([summary.progress, summary.speed, summary.secondsLeft]).toEqual([0.35, 50, 13]);
});

test('what nobody goes on with takes no time', () => {
  const summary = new UploadSummary({
    items: [item('paused', 1000, { progress: 0.5 }), item('waiting', 1000), item('uploading', 100, { speed: 10 })],
  });
  expect([summary.secondsLeft, summary.canPause, summary.canResume, summary.waiting]).toEqual([10, true, true, 1]);
});

test('without a known speed there is no time, and nothing is whole', () => {
  const summary = new UploadSummary({ items: [] });
  expect([summary.secondsLeft, summary.speed, summary.progress, summary.canClear]).toEqual([null, null, 1, false]);
});
