import { and, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelRules } from '#core/server/services/providers/channels.ts';

import type { PostState } from '#plugins/publishing/post-calls.ts';
import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import { usableChannels } from '../channels/channel-users.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import { publishingChannels, publishingPosts, type KeptQuota } from '../tables.ts';
import { dayRoom, fullnessOf, type CountedPost, type DayRoom } from './day-room.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Far enough around a day of UTC that the same day has begun, and ended, in every zone. */
const AROUND_MILLISECONDS = DAY_MILLISECONDS + 60 * 60 * 1000;
/** Behind that, what counted for a platform that was asked a day ago and counts 24 hours. */
const COUNTED_MILLISECONDS = DAY_MILLISECONDS + AROUND_MILLISECONDS;
const MOST_DAYS = 62;
/** What a platform has, even though nobody may see it yet. */
const THERE = ['processing', 'review', 'inbox', 'published'] as const satisfies readonly PostState[];

/** What of the rules of an account says how many posts it takes. */
export const quotaOf = (
  { daily, left, isMoving }: Pick<ChannelRules, 'daily' | 'left' | 'isMoving'>,
  now: Date,
): KeptQuota => ({ daily: daily ?? null, left, isMoving: isMoving === true, at: now.toISOString() });

/** Keeps what a platform said when it was asked, for the calendar and for later plans. */
export async function keepQuota({ db }: ServerContext, { id, quota }: ChannelRow, asked: KeptQuota): Promise<void> {
  // What is left changes with every post, so its time matters as well.
  const isSame = quota?.daily === asked.daily && (quota.isMoving ?? false) === asked.isMoving;
  if (isSame && quota.left === null && asked.left === null) return;
  await db.orm.update(publishingChannels).set({ quota: asked }).where(eq(publishingChannels.id, id));
}

/** Posts that count for the days of accounts from some time on, by account: out, under way or planned, whoever’s they are. */
export async function countedPosts(
  tx: Tx,
  channels: readonly string[],
  from: Date,
  until?: Date,
): Promise<Map<string, CountedPost[]>> {
  const { channelId, at, publishedAt, startedAt, committedAt, state } = publishingPosts;
  const since = new Date(from.getTime() - COUNTED_MILLISECONDS);
  const rows = await tx.orm
    .select({ channelId, at, publishedAt, startedAt, committedAt, state })
    .from(publishingPosts)
    .where(
      and(
        inArray(channelId, [...channels]),
        notInArray(state, ['failed', 'cancelled']),
        // What is overdue goes out yet.
        or(isNull(publishedAt), gte(publishedAt, since)),
        until === undefined ? undefined : lt(at, new Date(until.getTime() + AROUND_MILLISECONDS)),
      ),
    );
  // It has taken its place when it was sent, however long a review takes or a draft waits for its owner.
  const counted = rows.map(({ channelId, at, publishedAt, startedAt, committedAt, state }) => {
    const isThere = (THERE as readonly string[]).includes(state);
    return { channelId, at, sentAt: isThere ? (committedAt ?? publishedAt ?? startedAt) : null };
  });
  return Map.groupBy(counted, (row) => row.channelId ?? '');
}

/**
 * Days of a period that accounts have little or no room left on, as their platforms said when they were asked last.
 * @throws expected `publishing:period` and `publishing:zone` (422)
 */
export async function listDayQuotas(
  ctx: ServerContext,
  accountId: string,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<{ quotas: DayQuota[] }> {
  const [first, last] = [new Date(from), new Date(to)];
  const days = (last.getTime() - first.getTime()) / DAY_MILLISECONDS + 1;
  if (days < 1 || days > MOST_DAYS) fail('publishing:period', { most: MOST_DAYS }, { kind: 'invalid' });
  const now = ctx.clock.now();
  const channels = await usableChannels(ctx.db, accountId, isNotNull(publishingChannels.quota));
  const ids = channels.map(({ id }) => id);
  const posts = ids.length === 0 ? new Map<string, CountedPost[]>() : await countedPosts(ctx.db, ids, first, last);
  const quotas = channels.flatMap((channel) => {
    const own = channel.slots?.zone ?? zone;
    const room = dayRoom({ zone: own, quota: channel.quota, posts: posts.get(channel.id) ?? [], now });
    return fullDays(channel, own, room).filter(({ day }) => day >= from && day <= to);
  });
  return { quotas: quotas.toSorted(byDay) };
}

/** The days of an account, from today on, that little or nothing more fits into. */
export function fullDays({ id, name }: Pick<ChannelRow, 'id' | 'name'>, zone: string, room: DayRoom): DayQuota[] {
  return room.days.flatMap((day) => {
    const known = room.on(day);
    const state = known === null ? null : fullnessOf(known);
    return known === null || state === null || day < room.today
      ? []
      : [{ channelId: id, channel: name, day, zone, ...known, state }];
  });
}

const byDay = (a: DayQuota, b: DayQuota): number => a.day.localeCompare(b.day) || a.channel.localeCompare(b.channel);
