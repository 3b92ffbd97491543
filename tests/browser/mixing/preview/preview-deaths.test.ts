import { afterEach, beforeEach, expect, test } from '@rstest/core';

import { createStorage } from '#core/web/storage/create-storage.ts';
import { previewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';

/** The locks of a browser, as far as marks use them. */
class Locks {
  private readonly names = new Set<string>();

  async request(name: string, work: () => Promise<void>): Promise<void> {
    this.names.add(name);
    await work();
    this.names.delete(name);
  }

  query(): Promise<{ held: { name: string }[] }> {
    return Promise.resolve({ held: [...this.names].map((name) => ({ name })) });
  }

  /** What the browser does when a page dies. */
  freeAll(): void {
    this.names.clear();
  }
}

let locks: Locks;
beforeEach(() => {
  locks = new Locks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  localStorage.clear();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(document, 'visibilityState');
});

const remember = () => previewDeaths(createStorage().forPlugin('mixing'));

function see(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a page that died while it showed a preview is known to the next one, until it is forgotten', async () => {
  const unmark = await remember().mark();
  expect(await remember().happened()).toBe(false);
  locks.freeAll();
  const next = remember();
  expect(await next.happened()).toBe(true);
  next.forget();
  expect([await next.happened(), localStorage.length]).toEqual([false, 0]);
  unmark();
});

test('a preview that was left, or was out of sight when its page went, is none that died', async () => {
  const unmark = await remember().mark();
  unmark();
  locks.freeAll();
  expect(await remember().happened()).toBe(false);
  const second = await remember().mark();
  see('hidden');
  locks.freeAll();
  expect(await remember().happened()).toBe(false);
  see('visible');
  expect(await remember().happened()).toBe(true);
  second();
  expect(localStorage.length).toBe(0);
});

test('a page that is left in the usual way leaves no mark', async () => {
  const unmark = await remember().mark();
  window.dispatchEvent(new Event('pagehide'));
  locks.freeAll();
  expect(await remember().happened()).toBe(false);
  unmark();
});
