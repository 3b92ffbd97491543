import { and, asc, eq, inArray } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { Channel, ChannelService, changeChannel as changeCall } from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels, publishingPosts } from '../tables.ts';
import { cancelPosts, WAITING } from '../posts/end-post.ts';
import { openTokens, withTokens, type ChannelRow } from './channel-tokens.ts';
import { mostChannels } from './connect-channel.ts';

/** What operators have chosen of a kind, with the names that people read. */
async function knownServices({ providers }: Pick<ServerContext, 'providers'>, language: MessageLanguage) {
  const kind = (await providers.admin.list()).find((known) => known.kind === 'channels');
  const say = (key: string) => (isMessageKey(key) ? translate(language, key) : key);
  const named = (kind?.adapters ?? []).map(({ id, title, about, state }) => ({
    ...{ id, title: say(title ?? id), about: about === null ? null : say(about) },
    usable: state === 'ready' && kind?.inUse.includes(id) === true,
  }));
  return { named, say };
}

/** The services by which accounts can be connected now. */
export async function listServices(ctx: ServerContext, language: MessageLanguage): Promise<ChannelService[]> {
  const { named, say } = await knownServices(ctx, language);
  const open = new Map((await ctx.providers.every('channels')).map(({ id, provider }) => [id, provider]));
  return named.flatMap(({ usable, ...service }) => {
    const provider = open.get(service.id);
    if (!usable || provider === undefined) return [];
    const asks = (provider.asks ?? []).map((ask) => ({ ...ask, title: say(ask.title) }));
    return [{ ...service, platform: provider.platform, asks }];
  });
}

export async function listChannels(ctx: ServerContext, accountId: string, language: MessageLanguage) {
  const orderBy = [asc(publishingChannels.name), asc(publishingChannels.id)];
  const rows = await ctx.db.scope(accountId).select(publishingChannels, { orderBy });
  const present = await presenter(ctx, language);
  return { channels: rows.map(present), most: await mostChannels(ctx, accountId) };
}

/** Turns rows into what pages are told. */
export async function presenter(ctx: ServerContext, language: MessageLanguage): Promise<(row: ChannelRow) => Channel> {
  const { named } = await knownServices(ctx, language);
  const titles = new Map(named.map(({ id, title }) => [id, title]));
  return ({ id, adapter, platform, name, picture, followers, group, phone, remark, state, ...row }) => ({
    ...{ id, adapter, platform, name, picture, followers, group, phone, remark, state },
    service: titles.get(adapter) ?? adapter,
    endsAt: row.endsAt?.toISOString() ?? null,
    lastPostAt: row.lastPostAt?.toISOString() ?? null,
    connectedAt: row.connectedAt.toISOString(),
  });
}

/** @throws expected `publishing:channel.missing` (404) */
export async function ownChannel(tx: Tx, accountId: string, id: string): Promise<ChannelRow> {
  const row = await tx.scope(accountId).find(publishingChannels, eq(publishingChannels.id, id));
  return row ?? fail('publishing:channel.missing', {}, { kind: 'not-found' });
}

interface Own {
  accountId: string;
  id: string;
}

/** @throws expected `publishing:channel.missing` (404) */
export async function changeChannel(
  ctx: ServerContext,
  { accountId, id }: Own,
  changes: Partial<Pick<CallData<typeof changeCall>, 'group' | 'phone' | 'remark'>>,
): Promise<ChannelRow> {
  return await ctx.db.transaction(async (tx) => {
    const row = await ownChannel(tx, accountId, id);
    if (Object.keys(changes).length === 0) return row;
    const words = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]),
    );
    const [changed = row] = await tx.scope(accountId).update(publishingChannels, eq(publishingChannels.id, id), words);
    await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    return changed;
  });
}

/** Reads what a platform tells of an account. @throws expected `publishing:channel.missing` (404), `.unavailable` (503) */
export async function readChannel(ctx: ServerContext, { accountId, id }: Own): Promise<ChannelRow> {
  const row = await ownChannel(ctx.db, accountId, id);
  try {
    const { name, picture, followers } = await withTokens(ctx, row, (provider, tokens) => provider.profile(tokens));
    return await ctx.db.transaction(async (tx) => {
      const told = { name, picture, followers };
      const [changed = row] = await tx.scope(accountId).update(publishingChannels, eq(publishingChannels.id, id), told);
      await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
      return changed;
    });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // Its row says so now.
    if (error.kind === 'unauthorised') return await ownChannel(ctx.db, accountId, id);
    return fail('publishing:channel.unavailable', {}, { kind: 'unavailable', cause: error });
  }
}

/**
 * Gives a permission back and forgets the account; what was not published yet is cancelled.
 * @returns how many posts that were
 * @throws expected `publishing:channel.missing` (404)
 */
export async function removeChannel(ctx: ServerContext, { accountId, id }: Own): Promise<number> {
  const row = await ownChannel(ctx.db, accountId, id);
  const cancelled = await ctx.db.transaction(async (tx) => {
    const where = and(eq(publishingPosts.channelId, id), inArray(publishingPosts.state, [...WAITING]));
    const posts = await cancelPosts(ctx, tx, accountId, where);
    await tx.scope(accountId).delete(publishingChannels, eq(publishingChannels.id, id));
    await ctx.audit.record(tx, { actor: accountId, action: 'channel.removed', target: id, accountId });
    await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    return posts;
  });
  try {
    const { provider } = await ctx.providers.one('channels', row.adapter);
    await provider.revoke?.(openTokens(ctx, row));
  } catch (error) {
    ctx.log.warn({ err: error, adapter: row.adapter }, 'a permission could not be given back');
  }
  return cancelled;
}
