import { and, gte, inArray, notInArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { publishingPosts } from '../tables.ts';

/** Far enough back that the day of an account, in whatever zone, has begun. */
const BEFORE_MILLISECONDS = 25 * 60 * 60 * 1000;

/** When accounts post, from the day that it is there on: what is out of that day, under way or planned, by account. */
export async function takenTimes(tx: Tx, channels: readonly string[], now: Date): Promise<Map<string, Date[]>> {
  const { channelId, at, state } = publishingPosts;
  const since = new Date(now.getTime() - BEFORE_MILLISECONDS);
  const rows = await tx.orm
    .select({ channelId, at })
    .from(publishingPosts)
    .where(and(inArray(channelId, [...channels]), gte(at, since), notInArray(state, ['failed', 'cancelled'])));
  const times = new Map<string, Date[]>();
  for (const row of rows) {
    const own = times.get(row.channelId ?? '') ?? [];
    times.set(row.channelId ?? '', own);
    own.push(row.at);
  }
  return times;
}
