import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';

import { PULSE } from '#core/web/frame/frame-protocol.ts';
import { watchPulse } from '#core/web/frame/watch-pulse.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  rstest.useFakeTimers();
});
afterEach(() => void rstest.useRealTimers());

/** Lets seconds pass. @param stood the workbench itself stood still for so long before */
async function pass(seconds: number, stood = 0): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    now += PULSE.every + (second === 0 ? stood : 0);
    await rstest.advanceTimersByTimeAsync(PULSE.every);
  }
}

function watch(ask: () => Promise<void>, isHidden = () => false) {
  const silent = rstest.fn();
  const stop = watchPulse({ ask, silent, isHidden, now: () => now });
  return { silent, stop };
}

test('a frame that answers lives as long as it likes', async () => {
  const { silent, stop } = watch(() => Promise.resolve());
  await pass(60);
  expect(silent).not.toHaveBeenCalled();
  void stop();
});

test('one that is silent for five seconds is given up, once', async () => {
  const { silent } = watch(() => new Promise(() => undefined));
  await pass(6);
  expect(silent).not.toHaveBeenCalled();
  await pass(20);
  expect(silent).toHaveBeenCalledTimes(1);
});

test('time in which the workbench stood still or nobody looked does not count', async () => {
  let hidden = true;
  const { silent, stop } = watch(
    () => new Promise(() => undefined),
    () => hidden,
  );
  await pass(60);
  hidden = false;
  await pass(3);
  await pass(3, 60_000);
  expect(silent).not.toHaveBeenCalled();
  void stop();
});

test('after it was stopped nothing is asked', async () => {
  const ask = rstest.fn(() => Promise.resolve());
  const { stop } = watch(ask);
  void stop();
  await pass(3);
  expect(ask).not.toHaveBeenCalled();
});
