import { and, eq, ilike, inArray, isNull, like, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import { likePattern, searchWords } from '#core/server/ground/search-text.ts';

import { mixingProjects } from '../tables.ts';

/** How projects are told apart by their last run. */
export type CardState = 'draft' | 'working' | 'done' | 'failed';

const STATES = {
  working: ['planning', 'working', 'paused', 'finishing'],
  done: ['done'],
  failed: ['failed', 'cancelled'],
} as const satisfies Record<Exclude<CardState, 'draft'>, readonly ToolRunState[]>;

/** The projects of an account whose names hold every word, as they are written or spoken. */
export function namedProjects(accountId: string, q: string | undefined): SQL | undefined {
  const words = searchWords(q ?? '').map(likePattern);
  return and(
    eq(mixingProjects.accountId, accountId),
    isNull(mixingProjects.deletedAt),
    // Projects from before there was a search are found by their names alone.
    ...words.map((word) => or(like(mixingProjects.search, word), ilike(mixingProjects.name, word))),
  );
}

/** Those whose last run is in such a state; `last` is that run's state, null before the first. */
export function inState(last: SQL<ToolRunState>, state: CardState | undefined): SQL | undefined {
  if (state === undefined) return undefined;
  return state === 'draft' ? isNull(last) : inArray(last, [...STATES[state]]);
}

const place = z.tuple([z.coerce.number().int().min(0).max(8.64e15), z.uuid()]);

/** The place behind a row: when its project was last worked on, to the millisecond, and its id. */
export function cursorAt(changedAt: Date, id: string): string {
  return `${changedAt.getTime()}_${id}`;
}

/**
 * What comes behind a place, newest first.
 * @throws expected `mixing:cursor-invalid` (422)
 */
export function behind(cursor: string | undefined, changed: SQL): SQL | undefined {
  if (cursor === undefined) return undefined;
  const read = place.safeParse(cursor.split('_'));
  if (!read.success) return fail('mixing:cursor-invalid', {}, { kind: 'invalid' });
  const [time, id] = read.data;
  return sql`(${changed}, ${mixingProjects.id}) < (${new Date(time).toISOString()}::timestamptz, ${id}::uuid)`;
}
