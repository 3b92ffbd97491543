import { afterEach, beforeEach, rs } from '@rstest/core';

import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';
import { createScope } from '#core/web/create-scope.ts';
import { HttpFailure } from '#core/web/http/http.ts';
import type { PageRequest } from '#core/web/live/LiveList.ts';
import { SentEvents } from '#core/web/testing/index.ts';

export const thingChanged = defineEvent({
  topic: 'thing',
  to: 'account',
  data: z.object({ whose: z.enum(['mine', 'theirs']) }),
});

/** Time that a test moves on itself, and a scope that is over with the test. */
export function liveKit() {
  const kit = { scope: createScope('test'), events: new SentEvents() };
  beforeEach(() => {
    rs.useFakeTimers();
    kit.scope = createScope('test');
    kit.events = new SentEvents();
  });
  afterEach(async () => {
    await kit.scope.dispose();
    rs.useRealTimers();
  });
  return kit;
}

export const pass = (milliseconds: number) => rs.advanceTimersByTimeAsync(milliseconds);

/** A server whose answers a test gives itself, in any order. */
export class HeldAnswers<T> {
  readonly calls: Array<PromiseWithResolvers<T> & { signal: AbortSignal; isAnew: boolean }> = [];

  readonly load = (signal: AbortSignal, isAnew: boolean): Promise<T> => {
    const call = { ...Promise.withResolvers<T>(), signal, isAnew };
    this.calls.push(call);
    return call.promise;
  };

  async answer(value: T, call = this.calls.length - 1): Promise<void> {
    this.calls[call]?.resolve(value);
    await pass(0);
  }

  async refuse(error: unknown, call = this.calls.length - 1): Promise<void> {
    this.calls[call]?.reject(error);
    await pass(0);
  }
}

export const unanswered = () => new HttpFailure('no connection', { kind: 'network' });
export const refused = () => new HttpFailure('not allowed', { kind: 'refused', status: 403 });

export interface Row {
  readonly id: string;
  readonly name: string;
  readonly at: number;
}

export const row = (at: number, name = `row ${at}`): Row => ({ id: `r${at}`, name, at });
export const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(count - index));

/** A server that pages through its rows, the newest first, by the place of the last one. */
export class PagedRows {
  readonly asked: Array<Omit<PageRequest, 'signal'>> = [];
  failure: Error | null = null;

  constructor(public all: readonly Row[]) {}

  readonly load = async ({ cursor, limit, signal }: PageRequest) => {
    this.asked.push({ cursor, limit });
    await Promise.resolve();
    signal.throwIfAborted();
    if (this.failure !== null) throw this.failure;
    const sorted = this.all.toSorted((a, b) => b.at - a.at);
    const rest = cursor === undefined ? sorted : sorted.filter(({ at }) => at < Number(cursor));
    const items = rest.slice(0, limit);
    const nextCursor = rest.length > limit ? String(items.at(-1)?.at) : null;
    return { items, nextCursor, total: this.all.length };
  };
}
