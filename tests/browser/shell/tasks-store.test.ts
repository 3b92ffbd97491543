import { expect, rs, test } from '@rstest/core';

import { FakeSession } from '#core/web/testing/fake-session.ts';
import { TasksStore, type ShownTask } from '#host/web/tasks/TasksStore.ts';

const task = (id: string, changes: Partial<ShownTask> = {}): ShownTask => ({
  id,
  job: 'mixing.run',
  state: 'running',
  progress: 0,
  secondsLeft: null,
  error: null,
  updatedAt: '2026-11-21T10:00:00.000Z',
  ...changes,
});

function build(listed: ShownTask[] = []) {
  let tell: (data: unknown) => void = () => undefined;
  let resync: () => void = () => undefined;
  const answer = { listed };
  const send = rs.fn(({ path }: { path: string }) =>
    Promise.resolve(
      path.endsWith('/cancel') ? task(path.split('/')[3] ?? '', { state: 'cancelling' }) : { items: answer.listed },
    ),
  );
  const session = new FakeSession();
  const store = new TasksStore(
    { send: send as never },
    {
      on(_topic, listener, onResync) {
        tell = listener;
        resync = onResync ?? resync;
        return () => undefined;
      },
    },
    session,
  );
  const stop = store.follow();
  return { store, send, session, answer, stop, tell: (data: ShownTask) => tell(data), resync: () => resync() };
}

test('what runs is read at login and followed by events, newest first', async () => {
  const { store, tell } = build([task('1'), task('2')]);
  await rs.waitFor(() => expect(store.open.map(({ id }) => id)).toEqual(['2', '1']));
  tell(task('2', { progress: 0.5, updatedAt: '2026-11-21T10:00:01.000Z' }));
  tell(task('3', { state: 'queued' }));
  expect(store.open.map(({ id }) => id)).toEqual(['3', '2', '1']);
  expect(store.progress).toBeCloseTo(0.5 / 3);
  tell(task('1', { state: 'succeeded', updatedAt: '2026-11-21T10:00:02.000Z' }));
  expect([store.open.map(({ id }) => id), store.ended.map(({ id }) => id)]).toEqual([['3', '2'], ['1']]);
});

test('progress never jumps back when an older event comes late', async () => {
  const { store, tell } = build([task('1', { progress: 0.7, updatedAt: '2026-11-21T10:00:05.000Z' })]);
  await rs.waitFor(() => expect(store.open).toHaveLength(1));
  tell(task('1', { progress: 0.2, updatedAt: '2026-11-21T10:00:04.000Z' }));
  expect(store.open[0]?.progress).toBe(0.7);
});

test('after events were lost, what has ended meanwhile is no longer shown as running', async () => {
  const { store, answer, resync } = build([task('1'), task('2')]);
  await rs.waitFor(() => expect(store.open).toHaveLength(2));
  answer.listed = [task('2')];
  resync();
  await rs.waitFor(() => expect(store.open.map(({ id }) => id)).toEqual(['2']));
});

test('cancelling asks the server and shows that it is on its way', async () => {
  const { store, send } = build([task('1')]);
  await rs.waitFor(() => expect(store.open).toHaveLength(1));
  await store.cancel('1');
  expect(send).toHaveBeenLastCalledWith({ method: 'POST', path: '/api/tasks/1/cancel', body: {} });
  expect(store.open[0]?.state).toBe('cancelling');
});

test('another user sees nothing of the one before', async () => {
  const { store, session, answer } = build([task('1')]);
  await rs.waitFor(() => expect(store.open).toHaveLength(1));
  answer.listed = [];
  session.clear();
  expect(store.open).toEqual([]);
});
