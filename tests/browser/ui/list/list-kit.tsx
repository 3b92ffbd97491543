import { afterEach } from '@rstest/core';
import type { ReactNode } from 'react';

import { createScope } from '#core/web/create-scope.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList, type PageRequest } from '#core/web/live/LiveList.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { ROUTER } from '#core/web/router/router.ts';
import { service } from '#core/web/service.ts';
import { buildManifest, FakeI18n, FakeRouter, openBench, type Bench } from '#core/web/testing/index.ts';
import type { ListPageProps } from '#core/web/ui/list/ListPage.tsx';

/** What the tests list. */
export interface Ship {
  readonly id: string;
  readonly name: string;
  readonly kind: 'tug' | 'ferry';
}

export const ships = (count: number): Ship[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    name: `Ship ${at + 1}`,
    kind: at % 2 === 0 ? 'tug' : 'ferry',
  }));

/** A store as an author writes it, and the server behind it. */
export class Harbour {
  readonly words = wordsFilter();
  readonly kind = choiceFilter('kind', ['tug', 'ferry'] as const);
  readonly filters = new ListFilters([this.words, this.kind]);
  readonly list: LiveList<Ship>;
  readonly asked: Array<Omit<PageRequest, 'signal'> & { q: string; kind: string | null }> = [];
  failure: Error | null = null;

  constructor(
    public all: readonly Ship[],
    pageSize = 50,
  ) {
    const scope = createScope('test');
    opened.push(() => scope.dispose());
    this.list = new LiveList(scope, (page) => this.load(page), { pageSize, query: () => this.filters.texts });
  }

  private async load({ cursor, limit, signal }: PageRequest) {
    const { value: q } = this.words;
    const { value: kind } = this.kind;
    this.asked.push({ cursor, limit, q, kind });
    await Promise.resolve();
    signal.throwIfAborted();
    if (this.failure !== null) throw this.failure;
    const fitting = this.all.filter((ship) => ship.name.includes(q) && (kind === null || ship.kind === kind));
    const from = Number(cursor ?? 0);
    const end = from + limit;
    return {
      items: fitting.slice(from, end),
      nextCursor: end < fitting.length ? String(end) : null,
      total: fitting.length,
    };
  }
}

/** What a page of ships has beside what a test is about. */
export const pageOf = (harbour: Harbour): ListPageProps<Ship> => ({
  title: 'Ships',
  list: harbour.list,
  nameOf: ({ name }) => name,
  nothing: { title: 'No ships yet', text: 'They come with the tide.' },
  columns: [
    { key: 'name', title: 'Name', opens: true, render: ({ name }) => name, plain: ({ name }) => name },
    { key: 'kind', title: 'Kind', render: ({ kind }) => kind },
  ],
});

const opened: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Draws a page at an address; it goes when the test ends. */
export async function openList(page: ReactNode, address = '/ships'): Promise<{ bench: Bench; router: FakeRouter }> {
  const router = new FakeRouter(buildManifest(), address);
  const kernel = createKernel({
    services: [service(I18N, () => new FakeI18n('en')), service(ROUTER, () => router)],
    loadIndex: () => Promise.resolve({ plugins: [], build: '' }),
    loadCode: () => Promise.reject(new Error('there is no plugin')),
  });
  const bench = await openBench(<KernelProvider kernel={kernel}>{page}</KernelProvider>);
  opened.push(() => bench.remove());
  return { bench, router };
}

/** The names that are listed. */
export const listed = (bench: Bench): string[] =>
  [...bench.element.querySelectorAll('[data-line]')].map((line) => /Ship \d+/.exec(line.textContent ?? '')?.[0] ?? '');
