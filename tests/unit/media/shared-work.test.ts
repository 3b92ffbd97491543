import assert from 'node:assert/strict';
import { test } from 'node:test';

import { abortError } from '#core/server/services/media/abort-error.ts';
import { createSharedWork } from '#core/server/services/media/shared-work.ts';

const never = () => new AbortController().signal;

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => setTimeout(() => reject(abortError(signal)), 20)),
  );
}

test('work wanted twice at once is done once', async () => {
  const shared = createSharedWork();
  let runs = 0;
  const start = async () => {
    runs += 1;
    await new Promise(setImmediate);
  };
  await Promise.all([shared.join('a', never(), start, () => {}), shared.join('a', never(), start, () => {})]);
  assert.equal(runs, 1);
  await shared.join('a', never(), start, () => {});
  assert.equal(runs, 2);
});

test('work goes on while one of those who wanted it is left', async () => {
  const shared = createSharedWork();
  const [one, two] = [new AbortController(), new AbortController()];
  let finish = () => {};
  let stopped = false;
  const start = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => (stopped = true));
    return new Promise<void>((resolve) => (finish = resolve));
  };
  const first = shared.join('a', one.signal, start, () => {});
  const second = shared.join('a', two.signal, start, () => {});
  one.abort();
  await assert.rejects(first, { name: 'AbortError' });
  assert.equal(stopped, false);
  finish();
  await second;
});

test('the last to leave waits until the work has stopped; who comes then starts anew', async () => {
  const shared = createSharedWork();
  const controller = new AbortController();
  let ended = false;
  const first = shared.join(
    'a',
    controller.signal,
    (signal) => untilAborted(signal).finally(() => (ended = true)),
    () => {},
  );
  controller.abort();
  await new Promise(setImmediate);
  assert.equal(ended, false);
  const second = shared.join(
    'a',
    never(),
    async () => assert.equal(ended, true),
    () => {},
  );
  await assert.rejects(first, { name: 'AbortError' });
  assert.equal(ended, true);
  await second;
});

test('everyone gets the same error', async () => {
  const shared = createSharedWork();
  const error = new Error('no');
  const start = async () => {
    throw error;
  };
  const results = await Promise.allSettled([1, 2].map(() => shared.join('a', never(), start, () => {})));
  for (const result of results) assert.equal(result.status === 'rejected' && result.reason, error);
});
