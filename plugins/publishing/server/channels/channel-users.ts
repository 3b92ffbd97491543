import { and, asc, eq, exists, inArray, notInArray, or, sql, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { channelsChanged } from '#plugins/publishing/events.ts';
import { cancelPosts, WAITING } from '../posts/end-post.ts';
import { publishingChannels, publishingChannelUsers, publishingPosts } from '../tables.ts';
import type { ChannelRow } from './channel-tokens.ts';

const { channelId, accountId: userId } = publishingChannelUsers;

const sharedWith = (tx: Tx, accountId: string): SQL =>
  exists(
    tx.orm
      .select({ one: sql`1` })
      .from(publishingChannelUsers)
      .where(and(eq(channelId, publishingChannels.id), eq(userId, accountId))),
  );

/** Accounts that somebody may publish to: their own, and those of their main account that are shared with them. */
export async function usableChannels(tx: Tx, accountId: string, where?: SQL): Promise<ChannelRow[]> {
  const mine = or(eq(publishingChannels.accountId, accountId), sharedWith(tx, accountId));
  return await tx.orm.select().from(publishingChannels).where(and(mine, where));
}

/** @throws expected `publishing:channel.missing` (404) */
export async function usableChannel(tx: Tx, accountId: string, id: string): Promise<ChannelRow> {
  const [row] = await usableChannels(tx, accountId, eq(publishingChannels.id, id));
  return row ?? fail('publishing:channel.missing', {}, { kind: 'not-found' });
}

/** Accounts that somebody’s main account lets them publish to. */
export async function sharedChannels(tx: Tx, accountId: string): Promise<ChannelRow[]> {
  return await tx.orm
    .select()
    .from(publishingChannels)
    .where(sharedWith(tx, accountId))
    .orderBy(asc(publishingChannels.name), asc(publishingChannels.id));
}

/** The sub-accounts of an owner, and which of them may publish to an account. */
export async function listUsers(ctx: ServerContext, { accountId, id }: ChannelRow) {
  const subAccounts = await ctx.accounts.subAccounts(ctx.db, accountId);
  const rows = await ctx.db.orm.select().from(publishingChannelUsers).where(eq(channelId, id));
  const chosen = new Set(rows.map((row) => row.accountId));
  return subAccounts.map((account) => ({ id: account.id, name: account.name, mayPublish: chosen.has(account.id) }));
}

/**
 * Says which sub-accounts may publish to an account. What others of them have planned there is cancelled.
 * @throws expected `publishing:channel.users` (422) for one that is not a sub-account of the owner
 */
export async function writeUsers(ctx: ServerContext, channel: ChannelRow, users: readonly string[]): Promise<void> {
  const { id, accountId } = channel;
  await ctx.db.transaction(async (tx) => {
    const own = new Set((await ctx.accounts.subAccounts(tx, accountId)).map((account) => account.id));
    if (users.some((user) => !own.has(user))) fail('publishing:channel.users', {}, { kind: 'invalid' });
    const gone = await tx.orm
      .delete(publishingChannelUsers)
      .where(and(eq(channelId, id), users.length === 0 ? undefined : notInArray(userId, [...users])))
      .returning();
    if (users.length > 0) {
      const rows = users.map((user) => ({ channelId: id, accountId: user }));
      await tx.orm.insert(publishingChannelUsers).values(rows).onConflictDoNothing();
    }
    const lost = gone.map((row) => row.accountId);
    if (lost.length > 0) {
      const { state, accountId: whose } = publishingPosts;
      const waiting = and(eq(publishingPosts.channelId, id), inArray(state, [...WAITING]), inArray(whose, lost));
      await cancelPosts(ctx, tx, waiting);
    }
    await ctx.audit.record(tx, { actor: accountId, action: 'channel.users', target: id, accountId });
    for (const told of [accountId, ...users, ...lost]) {
      await ctx.events.publish(tx, channelsChanged, { accountId: told, data: { id } });
    }
  });
}
