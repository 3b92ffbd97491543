import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest } from '#core/web/testing/builders.ts';
import { fakeKernel } from '#core/web/testing/fake-kernel.ts';
import { remindRemaining } from '#host/web/prompts/remind-remaining.ts';

const MINUTE = 60;

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

async function build(minutes: number, stored: Record<string, unknown> = {}, isEndless = false) {
  const membership = { seconds: minutes * MINUTE };
  const plugin = { manifest: buildManifest({ routes: [{ path: '/start', page: 'Start' }] }), web: defineWeb({}) };
  const world = await fakeKernel(plugin, {
    calls: [
      {
        ...{ method: 'GET', path: '/api/duration/find' },
        give: () => ({
          fdRemainingSecs: membership.seconds,
          fdExpireDate: isEndless ? null : '2026-12-01T10:00:00.000Z',
        }),
      },
    ],
  });
  for (const [key, value] of Object.entries(stored)) world.storage.write(key, value);
  const known: (number | null)[] = [];
  const stop = remindRemaining(world.kernel, (left) => known.push(left));
  await rs.advanceTimersByTimeAsync(0);
  const said = () => world.toasts.shown.map(({ text }) => /(\d+) 分钟/.exec(text)?.[1]);
  const flags = () => [30, 10, 5].map((at) => world.storage.read(`reminder-minutes-${at}`) === true);
  /** Lets time pass, here and on the server. */
  const pass = async (over: number) => {
    membership.seconds -= over * MINUTE;
    await rs.advanceTimersByTimeAsync(over * MINUTE * 1000 + 2_000);
  };
  return { ...world, membership, stop, known, said, flags, pass };
}

test('the user is reminded 30, 10 and 5 minutes before the end, each once', async () => {
  const { said, flags, pass, stop } = await build(40);
  expect([said(), flags()]).toEqual([[], [false, false, false]]);
  await pass(10);
  expect([said(), flags()]).toEqual([['30'], [true, false, false]]);
  await pass(20);
  expect(said()).toEqual(['30', '10']);
  await pass(5);
  expect([said(), flags()]).toEqual([
    ['30', '10', '5'],
    [true, true, true],
  ]);
  await pass(4);
  expect(said()).toEqual(['30', '10', '5']);
  stop();
});

test('a page that is opened late reminds once, and one that was reminded not again', async () => {
  const late = await build(8);
  expect([late.said(), late.flags()]).toEqual([['8'], [true, true, false]]);
  late.stop();
  const again = await build(8, { 'reminder-minutes-30': true, 'reminder-minutes-10': true });
  expect(again.said()).toEqual([]);
  again.stop();
});

test('more than 30 minutes forget what was told, and what never ends reminds of nothing', async () => {
  const renewed = await build(31, {
    'reminder-minutes-30': true,
    'reminder-minutes-10': true,
    'reminder-minutes-5': true,
  });
  expect([renewed.said(), renewed.flags()]).toEqual([[], [false, false, false]]);
  await renewed.pass(1);
  expect(renewed.said()).toEqual(['30']);
  renewed.stop();
  const endless = await build(20, {}, true);
  expect(endless.said()).toEqual([]);
  endless.stop();
});

test('how long it still lasts is known from the start, again within the hour, and not of what never ends', async () => {
  const { known, pass, stop } = await build(3 * 24 * 60);
  expect(known).toEqual([3 * 24 * 60 * MINUTE * 1000]);
  await pass(60);
  expect(known.at(-1)).toBe((3 * 24 - 1) * 60 * MINUTE * 1000);
  stop();
  const endless = await build(20, {}, true);
  expect(endless.known).toEqual([null]);
  endless.stop();
});
