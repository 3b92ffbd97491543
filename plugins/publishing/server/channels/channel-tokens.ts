import { and, eq, type SQL } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelProvider, ChannelTokens } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import type { Delivery } from '#plugins/publishing/channel-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels } from '../tables.ts';
import { throughHost } from './channel-host.ts';

export type ChannelRow = typeof publishingChannels.$inferSelect;

/** How long before its end a permission is renewed. */
const AHEAD_MILLISECONDS = 10 * 60 * 1000;

const sealedFor = (id: string): string => `publishing.channel ${id}`;

/** What of a permission is stored with its account. */
export function storedTokens({ secrets }: Pick<ServerContext, 'secrets'>, id: string, tokens: ChannelTokens) {
  const { access, refresh, expiresAt, refreshExpiresAt, scopes } = tokens;
  const isRenewable = refresh !== null;
  return {
    tokens: secrets.seal(JSON.stringify({ access, refresh, expiresAt, refreshExpiresAt, scopes }), sealedFor(id)),
    renewAt: isRenewable && expiresAt !== null ? new Date(expiresAt.getTime() - AHEAD_MILLISECONDS) : null,
    endsAt: isRenewable ? refreshExpiresAt : expiresAt,
  };
}

export function openTokens({ secrets }: Pick<ServerContext, 'secrets'>, { id, tokens }: ChannelRow): ChannelTokens {
  return parseTokens(JSON.parse(secrets.open(tokens, sealedFor(id))));
}

/** A permission that was stored as JSON. */
export function parseTokens(json: unknown): ChannelTokens {
  const stored = json as Record<keyof ChannelTokens, unknown>;
  const date = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);
  return {
    access: String(stored.access),
    refresh: typeof stored.refresh === 'string' ? stored.refresh : null,
    expiresAt: date(stored.expiresAt),
    refreshExpiresAt: date(stored.refreshExpiresAt),
    scopes: stored.scopes as string[],
  };
}

/**
 * Works with the permission of a connected account, which is renewed first when it is about to end. Renewing is done by
 * one at a time, and what it answers is stored before anything uses it. A permission that was taken back marks the
 * account as expired at once.
 * @throws what `work` throws; ProviderFailure `unauthorised` for an account whose owner has to agree again
 */
export async function withTokens<T>(
  ctx: ServerContext,
  channel: ChannelRow,
  work: (provider: ChannelProvider, tokens: ChannelTokens) => Promise<T>,
): Promise<T> {
  const { provider } = await ctx.providers.one('channels', channel.adapter);
  try {
    if (channel.state !== 'normal') throw new ProviderFailure('unauthorised', 'its owner has to agree first');
    return await throughHost(ctx, channel, async () => work(provider, await currentTokens(ctx, channel, provider)));
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'unauthorised') await markExpired(ctx, channel);
    throw error;
  }
}

/** How posts of an account go out: as its owner has it, or as drafts where its service sends nothing else. */
export const deliveryOf = (
  provider: Pick<ChannelProvider, 'drafts'> | undefined,
  { delivery }: Pick<ChannelRow, 'delivery'>,
): Delivery => (provider?.drafts?.isOnly === true ? 'inbox' : delivery);

/**
 * How posts of an account go out as its owner has it: directly, or as drafts.
 * @throws ProviderFailure `configuration` where operators have taken drafts away since, which nobody wants posted instead
 */
export function senderOf(
  provider: ChannelProvider,
  channel: Pick<ChannelRow, 'delivery'>,
): Pick<ChannelProvider, 'rules' | 'publish'> {
  if (deliveryOf(provider, channel) === 'direct') return provider;
  return provider.drafts ?? refuse('drafts are not sent any more');
}

function refuse(why: string): never {
  throw new ProviderFailure('configuration', why);
}

/** Renews a permission if it is about to end. */
export async function currentTokens(
  ctx: ServerContext,
  channel: ChannelRow,
  provider: ChannelProvider,
): Promise<ChannelTokens> {
  const isDue = ({ renewAt }: ChannelRow) => renewAt !== null && renewAt <= ctx.clock.now();
  if (!isDue(channel)) return openTokens(ctx, channel);
  return await ctx.db.transaction(async (tx) => {
    const row = await lockChannel(tx, channel.id);
    if (row === undefined) throw new ProviderFailure('unauthorised', 'the account was removed');
    if (!isDue(row)) return openTokens(ctx, row);
    const fresh = await provider.refresh(openTokens(ctx, row));
    await tx.orm
      .update(publishingChannels)
      .set(storedTokens(ctx, row.id, fresh))
      .where(eq(publishingChannels.id, row.id));
    return fresh;
  });
}

export async function lockChannel(tx: Tx, id: string): Promise<ChannelRow | undefined> {
  const [row] = await tx.orm.select().from(publishingChannels).where(eq(publishingChannels.id, id)).for('update');
  return row;
}

async function markExpired(ctx: ServerContext, { id, tokens }: ChannelRow): Promise<void> {
  // Not one whose owner has agreed again meanwhile.
  const same = and(eq(publishingChannels.id, id), eq(publishingChannels.tokens, tokens));
  await ctx.db.transaction((tx) => expireChannels(ctx, tx, same));
}

/** Marks accounts whose owners have to agree again, and tells them. */
export async function expireChannels(ctx: ServerContext, tx: Tx, where: SQL | undefined): Promise<void> {
  const normal = and(eq(publishingChannels.state, 'normal'), where);
  const rows = await tx.orm.update(publishingChannels).set({ state: 'expired' }).where(normal).returning();
  for (const { id, accountId, adapter, name } of rows) {
    await ctx.audit.record(tx, { actor: adapter, action: 'channel.expired', target: id, accountId });
    await ctx.events.publish(tx, channelsChanged, { accountId, data: { id, expired: name } });
  }
}
