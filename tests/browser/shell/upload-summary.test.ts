import { expect, rs, test } from '@rstest/core';
import { observable, runInAction } from 'mobx';

import { tidyUploads } from '#host/web/uploads/tidy-uploads.ts';
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

test('what somebody has to do something about stands first', () => {
  const items = ['done', 'failed', 'uploading', 'waiting'].map((state) => item(state as UploadItem['state'], 1));
  expect(new UploadSummary({ items }).inOrder.map(({ state }) => state)).toEqual([
    ...['failed', 'waiting', 'done', 'uploading'],
  ]);
});

test('refused files can be cleared, and keep nothing open that could still be done', () => {
  const refused = item('failed', 1, { isRefused: true });
  const one = new UploadSummary({ items: [refused, item('failed', 1)] });
  expect([one.failed, one.retryable, one.canClear]).toEqual([2, 1, true]);
  expect(new UploadSummary({ items: [item('failed', 1)] }).canClear).toBe(false);
});

test('refused files do not follow to another page, or not for longer than it takes to read them', () => {
  rs.useFakeTimers();
  const items = observable.array<UploadItem>([], { deep: false });
  const router = observable({ place: { path: '/material/list', query: new URLSearchParams(), hash: '' } });
  const go = (path: string) => runInAction(() => (router.place = { ...router.place, path }));
  const add = (id: string) =>
    runInAction(() =>
      items.push(item('failed', 1, { id, isRefused: true, cancel: () => runInAction(() => items.remove(known(id))) })),
    );
  const known = (id: string) => items.find((one) => one.id === id) as UploadItem;
  const stop = tidyUploads({ items, clearDone: () => items.clear() }, router, () => Date.now());
  add('read');
  runInAction(() => items.push(item('failed', 1, { id: 'lost' }), item('uploading', 1, { id: 'sent' })));
  rs.advanceTimersByTime(5_000);
  add('fresh');
  const ids = () => items.map(({ id }) => id);
  expect(ids()).toEqual(['read', 'lost', 'sent', 'fresh']);
  go('/workbench');
  expect(ids()).toEqual(['lost', 'sent', 'fresh']);
  rs.advanceTimersByTime(3_900);
  expect(ids()).toEqual(['lost', 'sent', 'fresh']);
  add('later');
  rs.advanceTimersByTime(200);
  expect(ids()).toEqual(['lost', 'sent', 'later']);
  rs.advanceTimersByTime(60_000);
  expect(ids()).toEqual(['lost', 'sent', 'later']);
  go('/mixedCutList/list');
  expect(ids()).toEqual(['lost', 'sent']);
  stop();
  rs.useRealTimers();
});

test('a list of nothing but what is done does not lie over the next page', () => {
  const items = observable.array<UploadItem>([item('done', 1), item('uploading', 1)], { deep: false });
  const router = observable({ place: { path: '/material/list', query: new URLSearchParams(), hash: '' } });
  const go = (path: string) => runInAction(() => (router.place = { ...router.place, path }));
  const stop = tidyUploads({ items, clearDone: () => items.clear() }, router);
  go('/workbench');
  expect(items).toHaveLength(2);
  runInAction(() => items.replace([item('done', 1), item('done', 1)]));
  expect(items).toHaveLength(2);
  go('/mixedCutList/list');
  expect(items).toHaveLength(0);
  stop();
});

test('files that are chosen again go to the uploads of their names and sizes', () => {
  const resumed: string[] = [];
  const waiting = (id: string, name: string, size: number, state: UploadItem['state'] = 'waiting') =>
    item(state, size, { id, name, resume: () => void resumed.push(id) });
  const summary = new UploadSummary({
    items: [
      ...[waiting('one', 'a.mp4', 1), waiting('two', 'a.mp4', 1), waiting('three', 'b.mp4', 2)],
      waiting('four', 'c.mp4', 1, 'paused'),
    ],
  });
  const { giveFiles } = summary;
  giveFiles([new File(['x'], 'a.mp4'), new File(['x'], 'a.mp4'), new File(['x'], 'b.mp4'), new File(['x'], 'c.mp4')]);
  expect(resumed).toEqual(['one', 'two']);
});
