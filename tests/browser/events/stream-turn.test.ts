import { expect, test } from '@rstest/core';

import { watchStreamTurn } from '#core/web/events/stream-turn.ts';

/** The locks of a browser, as its pages have them. */
function browserLocks(): LockManager {
  let lose: ((error: Error) => void) | undefined;
  const request = async (name: string, options: LockOptions, run: (lock: Lock | null) => Promise<void>) => {
    if (lose !== undefined && options.ifAvailable === true) return await run(null);
    lose?.(new DOMException('stolen', 'AbortError'));
    const mine = new Promise<void>((_, reject) => (lose = reject));
    const own = lose;
    await Promise.race([run({ name, mode: 'exclusive' }), mine]).finally(() => {
      if (lose === own) lose = undefined;
    });
  };
  return { request, query: () => Promise.resolve({}) } as unknown as LockManager;
}

function openPage(locks: LockManager | undefined, visibility: DocumentVisibilityState = 'visible') {
  const document = Object.assign(new EventTarget(), { visibilityState: visibility });
  const target = Object.assign(new EventTarget(), { document }) as unknown as Window;
  let hears = true;
  const close = watchStreamTurn((isOurs) => (hears = isOurs), target, locks);
  return {
    hears: () => hears,
    close,
    event: (name: string) => void target.dispatchEvent(new Event(name)),
    see(isSeen: boolean) {
      document.visibilityState = isSeen ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('of the pages that nobody sees, the one that was left last hears events', async () => {
  const locks = browserLocks();
  const [first, second, third] = [openPage(locks), openPage(locks), openPage(locks)];
  const hearing = async () => {
    await settled();
    return [first, second, third].map((page) => page.hears());
  };
  expect(await hearing()).toEqual([true, true, true]);
  first.see(false);
  expect(await hearing()).toEqual([true, true, true]);
  second.see(false);
  expect(await hearing()).toEqual([false, true, true]);
  third.see(false);
  expect(await hearing()).toEqual([false, false, true]);
  first.see(true);
  expect(await hearing()).toEqual([true, false, true]);
  first.see(false);
  expect(await hearing()).toEqual([true, false, false]);
});

test('a page that is opened behind the others takes nobody’s place', async () => {
  const locks = browserLocks();
  const left = openPage(locks);
  left.see(false);
  await settled();
  const behind = openPage(locks, 'hidden');
  await settled();
  expect([left.hears(), behind.hears()]).toEqual([true, false]);
  behind.see(true);
  expect(behind.hears()).toBe(true);

  const alone = openPage(browserLocks(), 'hidden');
  await settled();
  expect(alone.hears()).toBe(true);
});

test('a page that is kept for going back hears nothing until it is shown', async () => {
  const locks = browserLocks();
  const page = openPage(locks);
  page.event('pagehide');
  page.see(false);
  await settled();
  expect(page.hears()).toBe(false);
  page.see(true);
  page.event('pageshow');
  expect(page.hears()).toBe(true);
  await page.close();
});

test('without locks only pages that are seen hear', async () => {
  const page = openPage(undefined);
  page.see(false);
  await settled();
  expect(page.hears()).toBe(false);
  page.see(true);
  expect(page.hears()).toBe(true);
});
