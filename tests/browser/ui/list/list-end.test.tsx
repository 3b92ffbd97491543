import { afterEach, beforeEach, expect, test } from '@rstest/core';

import { ListEnd } from '#core/web/ui/list/ListEnd.tsx';

import { Harbour, openList, ships } from './list-kit.tsx';

/** As a browser does: what is observed is told of once, as it is then. */
class Watch {
  static isSeen = true;
  static margin: string | undefined;
  #isOver = false;

  constructor(
    private readonly tell: (entries: Array<{ isIntersecting: boolean }>) => void,
    options: IntersectionObserverInit,
  ) {
    Watch.margin = options.rootMargin;
  }

  observe(): void {
    queueMicrotask(() => this.#isOver || this.tell([{ isIntersecting: Watch.isSeen }]));
  }

  disconnect(): void {
    this.#isOver = true;
  }
}

const before = globalThis.IntersectionObserver;
beforeEach(() => {
  Watch.isSeen = true;
  // It does what a list's end needs of one.
  Reflect.set(globalThis, 'IntersectionObserver', Watch);
});
afterEach(() => {
  globalThis.IntersectionObserver = before;
});

test('the list goes on page by page for as long as its end is in view, from 50 pixels before it', async () => {
  const { list, asked } = new Harbour(ships(7), 2);
  await list.load();
  const { bench } = await openList(<ListEnd list={list} />);
  // Pages that are too short to push the end out of view are followed by the next.
  await bench.until(() => list.ids.length === 7);
  expect([asked.length, list.hasMore, Watch.margin]).toEqual([4, false, '50px']);
});

test('a page that failed is asked for again only when somebody says so', async () => {
  const harbour = new Harbour(ships(4), 2);
  await harbour.list.load();
  harbour.failure = new Error('storm');
  const { bench } = await openList(<ListEnd list={harbour.list} />);
  await bench.until(() => bench.byRole('alert').textContent?.includes('The rest could not be loaded.'));
  expect(harbour.asked.length).toBe(2);
  harbour.failure = null;
  await bench.click(bench.byRole('button', 'Try again'));
  await bench.until(() => harbour.list.ids.length === 4);
});

test('an end that is out of view loads nothing', async () => {
  Watch.isSeen = false;
  const { list, asked } = new Harbour(ships(4), 2);
  await list.load();
  const { bench } = await openList(<ListEnd list={list} />);
  await bench.doing(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(asked.length).toBe(1);
});
