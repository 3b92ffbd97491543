import { and, asc, eq, exists, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { channelEnding, channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels, publishingFollowers, publishingPosts } from '../tables.ts';
import { withTokens, type ChannelRow } from './channel-tokens.ts';

/** The job that asks platforms about the accounts themselves, a few times an hour. */
export const WATCH_CHANNELS = 'publishing.watch';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Owners are told so many days before they have to agree again. */
export const WARN_DAYS = [7, 1] as const;
/** Accounts that are asked about at the same time. */
const AT_ONCE = 8;

/**
 * Looks after connected accounts: renews permissions that nobody uses, finds those that were taken back before a post
 * would, keeps how many follow them, and warns owners of those that end.
 */
export function watchChannels(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const due = await dueChannels(ctx);
    const work = async () => {
      for (let channel = due.shift(); channel !== undefined; channel = due.shift()) {
        signal.throwIfAborted();
        await lookAt(ctx, channel, signal);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await warnOfEnds(ctx);
  };
}

/** Once a day; once an hour where something goes out within a day; at once where a permission is to be renewed. */
async function dueChannels(ctx: ServerContext): Promise<ChannelRow[]> {
  const now = ctx.clock.now();
  const before = (milliseconds: number) => lte(publishingChannels.lookedAt, new Date(now.getTime() - milliseconds));
  const goesOut = ctx.db.orm
    .select({ one: sql`1` })
    .from(publishingPosts)
    .where(
      and(
        eq(publishingPosts.channelId, publishingChannels.id),
        eq(publishingPosts.state, 'planned'),
        lte(publishingPosts.at, new Date(now.getTime() + DAY)),
      ),
    );
  return await ctx.db.orm
    .select()
    .from(publishingChannels)
    .where(
      and(
        eq(publishingChannels.state, 'normal'),
        or(
          isNull(publishingChannels.lookedAt),
          before(DAY),
          lte(publishingChannels.renewAt, now),
          and(before(HOUR), exists(goesOut)),
        ),
      ),
    )
    .orderBy(asc(publishingChannels.id));
}

async function lookAt(ctx: ServerContext, channel: ChannelRow, signal: AbortSignal): Promise<void> {
  try {
    await tellProfile(ctx, channel, signal);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    ctx.log.warn({ err: error, adapter: channel.adapter }, 'an account could not be asked about');
    const lookedAt = ctx.clock.now();
    await ctx.db.orm.update(publishingChannels).set({ lookedAt }).where(eq(publishingChannels.id, channel.id));
  }
}

/** Reads what a platform tells of an account, and keeps it. @throws ProviderFailure */
export async function tellProfile(ctx: ServerContext, channel: ChannelRow, signal?: AbortSignal): Promise<ChannelRow> {
  const { id, accountId } = channel;
  const read = await withTokens(ctx, channel, (provider, tokens) => provider.profile(tokens, signal));
  const { name, picture, followers } = read;
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const told = { name, picture, followers, lookedAt: now };
    const own = eq(publishingChannels.id, id);
    const [changed = channel] = await tx.scope(accountId).update(publishingChannels, own, told);
    if (followers !== null) {
      const row = { channelId: id, accountId, day: now.toISOString().slice(0, 10), followers };
      const target = [publishingFollowers.channelId, publishingFollowers.day];
      await tx.orm.insert(publishingFollowers).values(row).onConflictDoUpdate({ target, set: { followers } });
    }
    const isNews = name !== channel.name || picture !== channel.picture || followers !== channel.followers;
    if (isNews) await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    return changed;
  });
}

/** Tells owners once for each of {@link WARN_DAYS}. */
async function warnOfEnds(ctx: ServerContext): Promise<void> {
  const now = ctx.clock.now();
  const [most] = WARN_DAYS;
  const far = new Date(now.getTime() + most * DAY);
  await ctx.db.transaction(async (tx) => {
    const { endsAt, warnedDays, state } = publishingChannels;
    await tx.orm
      .update(publishingChannels)
      .set({ warnedDays: null })
      .where(and(isNotNull(warnedDays), or(isNull(endsAt), gt(endsAt, far))));
    const ending = await tx.orm
      .select()
      .from(publishingChannels)
      .where(and(eq(state, 'normal'), lte(endsAt, far)))
      .orderBy(asc(publishingChannels.id))
      .for('update');
    for (const { id, accountId, name, ...row } of ending) {
      const left = (row.endsAt ?? far).getTime() - now.getTime();
      const days = WARN_DAYS.findLast((one) => left <= one * DAY) ?? most;
      if (row.warnedDays !== null && row.warnedDays <= days) continue;
      await tx.scope(accountId).update(publishingChannels, eq(publishingChannels.id, id), { warnedDays: days });
      await ctx.events.publish(tx, channelEnding, { accountId, data: { id, name, days } });
      await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    }
  });
}
