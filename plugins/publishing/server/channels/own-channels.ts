import { and, asc, desc, eq, inArray } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelProvider } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import {
  DELIVERIES,
  type Channel,
  type ChannelService,
  type Delivery,
  type changeChannel as changeCall,
} from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels, publishingFollowers, publishingPosts } from '../tables.ts';
import { cancelPosts, WAITING } from '../posts/end-post.ts';
import { dayIn } from '../posts/times.ts';
import { listUsers, sharedChannels } from './channel-users.ts';
import { deliveryOf, openTokens, type ChannelRow } from './channel-tokens.ts';
import { HostGone, hostNames, refuseStrangeHost, throughHost } from './channel-host.ts';
import { giveBack, type GivenBack } from './give-back.ts';
import { mostChannels } from './write-channels.ts';
import { tellProfile } from './watch-channels.ts';

/** What operators have chosen of a kind, with the names that people read. */
async function knownServices({ providers }: Pick<ServerContext, 'providers'>, language: MessageLanguage) {
  const kind = (await providers.admin.list()).find((known) => known.kind === 'channels');
  const say = (key: string) => (isMessageKey(key) ? translate(language, key) : key);
  const named = (kind?.adapters ?? []).map(({ id, title, state }) => ({
    ...{ id, title: say(title ?? id) },
    usable: state === 'ready' && kind?.inUse.includes(id) === true,
  }));
  return { named, say };
}

/** What services are called, by their ids. */
export async function serviceTitles(
  ctx: ServerContext,
  language: MessageLanguage,
): Promise<ReadonlyMap<string, string>> {
  const { named } = await knownServices(ctx, language);
  return new Map(named.map(({ id, title }) => [id, title]));
}

/** The services by which accounts can be connected now. */
export async function listServices(ctx: ServerContext, language: MessageLanguage): Promise<ChannelService[]> {
  const { named, say } = await knownServices(ctx, language);
  const open = new Map((await ctx.providers.every('channels')).map(({ id, provider }) => [id, provider]));
  const automatic = new Set([...open.values()].filter(({ handover }) => !handover).map(({ platform }) => platform));
  return named.flatMap(({ usable, ...service }) => {
    const provider = open.get(service.id);
    if (!usable || provider === undefined) return [];
    // What goes out by itself need not be done by hand.
    if (provider.handover !== undefined && automatic.has(provider.platform)) return [];
    const asks = (provider.asks ?? []).map((ask) => ({ ...ask, title: say(ask.title) }));
    const about = provider.about === undefined ? null : say(provider.about);
    return [{ ...service, about, platform: provider.platform, isByHand: provider.handover !== undefined, asks }];
  });
}

/** What those that an account is shared with are not told of it. */
const UNTOLD = { isShared: true, phone: null, remark: null, hostId: null, host: null, isHostGone: false };

export async function listChannels(ctx: ServerContext, accountId: string, language: MessageLanguage) {
  const orderBy = [asc(publishingChannels.name), asc(publishingChannels.id)];
  const rows = await ctx.db.scope(accountId).select(publishingChannels, { orderBy });
  const present = await presenter(ctx, language, rows);
  const shared = (await sharedChannels(ctx.db, accountId)).map((row) => ({ ...present(row), ...UNTOLD }));
  return { channels: [...rows.map(present), ...shared], most: await mostChannels(ctx, accountId) };
}

/** What pages are told of an account. */
export async function presentChannel(ctx: ServerContext, language: MessageLanguage, row: ChannelRow): Promise<Channel> {
  return (await presenter(ctx, language, [row]))(row);
}

/** Turns rows of one owner into what pages are told. */
async function presenter(
  ctx: ServerContext,
  language: MessageLanguage,
  rows: readonly ChannelRow[],
): Promise<(row: ChannelRow) => Channel> {
  const [first] = rows;
  const hosts = first === undefined ? new Map<string, string>() : await hostNames(ctx, first.accountId);
  const titles = await serviceTitles(ctx, language);
  const services = await ctx.providers.every('channels');
  const byHand = new Set(services.filter(({ provider }) => provider.handover !== undefined).map(({ id }) => id));
  const providers = new Map(services.map(({ id, provider }) => [id, provider]));
  return ({ id, adapter, platform, name, picture, followers, group, phone, remark, state, overdue, ...row }) => ({
    ...{ id, adapter, platform, name, picture, followers, group, phone, remark, state, overdue, isShared: false },
    ...{ hostId: row.hostId, slots: row.slots },
    host: row.hostId === null ? null : (hosts.get(row.hostId) ?? null),
    isHostGone: row.hostId !== null && !hosts.has(row.hostId),
    service: titles.get(adapter) ?? adapter,
    isByHand: byHand.has(adapter),
    delivery: deliveryOf(providers.get(adapter), row),
    deliveries: deliveriesOf(providers.get(adapter)),
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

/**
 * @throws expected `publishing:channel.missing` (404), `publishing:host-missing`, `publishing:zone` and
 *   `publishing:delivery.missing` and `publishing:delivery.inbox-only` (422), `publishing:delivery.agree` (409)
 */
export async function changeChannel(
  ctx: ServerContext,
  { accountId, id }: Own,
  changes: Partial<
    Pick<CallData<typeof changeCall>, 'group' | 'phone' | 'remark' | 'overdue' | 'hostId' | 'slots' | 'delivery'>
  >,
): Promise<ChannelRow> {
  await refuseStrangeHost(ctx, accountId, changes.hostId ?? null);
  if (changes.slots) dayIn(changes.slots.zone);
  return await ctx.db.transaction(async (tx) => {
    const row = await ownChannel(tx, accountId, id);
    if (Object.keys(changes).length === 0) return row;
    const words: Partial<ChannelRow> = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]),
    );
    if (changes.delivery !== undefined) {
      const services = await ctx.providers.every('channels');
      const provider = services.find(({ id: known }) => known === row.adapter)?.provider;
      if (changes.delivery === deliveryOf(provider, row)) delete words.delivery;
      else {
        refuseDelivery(ctx, row, changes.delivery, provider);
        // It was of the other way.
        words.quota = null;
      }
      if (Object.keys(words).length === 0) return row;
    }
    const [changed = row] = await tx.scope(accountId).update(publishingChannels, eq(publishingChannels.id, id), words);
    await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    return changed;
  });
}

/** How posts of an account can go out, as operators have it. */
const deliveriesOf = (provider: ChannelProvider | undefined): Delivery[] =>
  DELIVERIES.filter((known) =>
    known === 'direct' ? provider?.drafts?.isOnly !== true : provider?.drafts !== undefined,
  );

/** An account whose owner has not allowed drafts has to agree again first. */
function refuseDelivery(
  ctx: ServerContext,
  row: ChannelRow,
  delivery: Delivery,
  provider: ChannelProvider | undefined,
): void {
  const drafts = provider?.drafts;
  if (delivery === 'direct') {
    if (drafts?.isOnly === true) fail('publishing:delivery.inbox-only', {}, { kind: 'invalid' });
    return;
  }
  if (drafts === undefined) return fail('publishing:delivery.missing', {}, { kind: 'invalid' });
  if (row.state === 'pending' || !drafts.isAllowed(openTokens(ctx, row))) {
    fail('publishing:delivery.agree', { channel: row.name }, { kind: 'conflict' });
  }
}

/** Reads what a platform tells of an account. @throws expected `publishing:channel.missing` (404), `.unavailable` (503) */
export async function readChannel(ctx: ServerContext, { accountId, id }: Own): Promise<ChannelRow> {
  const row = await ownChannel(ctx.db, accountId, id);
  try {
    return await tellProfile(ctx, row);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // Its row says so now.
    if (error.kind === 'unauthorised') return await ownChannel(ctx.db, accountId, id);
    if (error instanceof HostGone) fail('publishing:channel.host-gone', {}, { kind: 'conflict', cause: error });
    return fail('publishing:channel.unavailable', {}, { kind: 'unavailable', cause: error });
  }
}

/**
 * Gives a permission back and forgets the account; what was not published yet is cancelled.
 * @returns how many posts that were, and what has become of the permission
 * @throws expected `publishing:channel.missing` (404)
 */
export async function removeChannel(
  ctx: ServerContext,
  { accountId, id }: Own,
): Promise<{ cancelled: number; permission: GivenBack }> {
  const row = await ownChannel(ctx.db, accountId, id);
  const cancelled = await ctx.db.transaction(async (tx) => {
    const where = and(eq(publishingPosts.channelId, id), inArray(publishingPosts.state, [...WAITING]));
    const posts = await cancelPosts(ctx, tx, where);
    await tx.scope(accountId).delete(publishingChannels, eq(publishingChannels.id, id));
    await ctx.audit.record(tx, { actor: accountId, action: 'channel.removed', target: id, accountId });
    await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    return posts;
  });
  if (row.state === 'pending') return { cancelled, permission: 'none' };
  const permission = await giveBack(ctx, row, (provider) =>
    throughHost(ctx, row, async () => provider.revoke?.(openTokens(ctx, row))),
  );
  return { cancelled, permission };
}

/** Days of followers that are told. */
const DAYS = 90;

/** Who may publish to an account, and how many followed it. @throws expected `publishing:channel.missing` (404) */
export async function readFile(ctx: ServerContext, { accountId, id }: Own) {
  const row = await ownChannel(ctx.db, accountId, id);
  const where = eq(publishingFollowers.channelId, id);
  const orderBy = desc(publishingFollowers.day);
  const days = await ctx.db.scope(accountId).select(publishingFollowers, { where, orderBy, limit: DAYS });
  const followers = days.reverse().map(({ day, followers: count }) => ({ day, followers: count }));
  return { users: await listUsers(ctx, row), followers };
}
