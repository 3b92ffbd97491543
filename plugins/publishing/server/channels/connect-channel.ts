import { createHash, randomBytes } from 'node:crypto';

import { and, eq, gt, lt } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { AgreedAccount } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels, publishingConnections } from '../tables.ts';
import { storedTokens, type ChannelRow } from './channel-tokens.ts';

/** How long an owner may take at the platform. */
const MOST_MINUTES = 30;

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');
const keptFor = (stateHash: string): string => `publishing.connection ${stateHash}`;

interface Connecting {
  accountId: string;
  adapter: string;
  answers: Readonly<Record<string, string>>;
  /** Scheme and host at which the caller reaches this installation. */
  origin: string;
}

/**
 * Begins to connect an account. Where its owner need not agree anywhere, it is connected at once.
 * @throws expected `publishing:channel.refused` (422), `publishing:channel.limit` (403), `publishing:channel.unavailable`
 *   (503), and what `Providers.one` says
 */
export async function beginConnection(
  ctx: ServerContext,
  { accountId, adapter, answers, origin }: Connecting,
): Promise<{ url: string | null; channel: ChannelRow | null }> {
  const { provider } = await ctx.providers.one('channels', adapter);
  const missing = (provider.asks ?? []).find(({ name }) => (answers[name] ?? '') === '');
  if (missing !== undefined) fail('publishing:channel.refused', {}, { kind: 'invalid' });
  const state = randomBytes(24).toString('base64url');
  const redirect = `${origin}/api/publishing/connections/return`;
  return await told(async () => {
    const { url, keep } = await provider.authorise({ state, redirect, answers, account: accountId });
    if (url === null) {
      const agreed = await provider.exchange({}, { redirect, keep });
      return { url, channel: await storeChannels(ctx, { accountId, adapter, platform: provider.platform }, agreed) };
    }
    const stateHash = hashOf(state);
    await ctx.db.scope(accountId).insert(publishingConnections, {
      ...{ stateHash, adapter, redirect },
      keep: keep === null ? null : ctx.secrets.seal(keep, keptFor(stateHash)),
      endsAt: new Date(ctx.clock.now().getTime() + MOST_MINUTES * 60_000),
    });
    return { url, channel: null };
  });
}

/**
 * Ends what {@link beginConnection} has begun, once: whoever comes back a second time is refused.
 * @throws expected `publishing:channel.gone` (404), and as {@link beginConnection}
 */
export async function finishConnection(
  ctx: ServerContext,
  query: Readonly<Record<string, string>>,
): Promise<ChannelRow> {
  const stateHash = hashOf(query['state'] ?? '');
  const { stateHash: hash, endsAt } = publishingConnections;
  const [begun] = await ctx.db.orm
    .delete(publishingConnections)
    .where(and(eq(hash, stateHash), gt(endsAt, ctx.clock.now())))
    .returning();
  if (begun === undefined) return fail('publishing:channel.gone', {}, { kind: 'not-found' });
  const { provider } = await ctx.providers.one('channels', begun.adapter);
  const keep = begun.keep === null ? null : ctx.secrets.open(begun.keep, keptFor(stateHash));
  return await told(async () => {
    const agreed = await provider.exchange(query, { redirect: begun.redirect, keep });
    const { accountId, adapter } = begun;
    return await storeChannels(ctx, { accountId, adapter, platform: provider.platform }, agreed);
  });
}

/** Forgets owners who have not come back. @returns how many */
export async function sweepConnections({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const over = lt(publishingConnections.endsAt, clock.now());
  return (await db.orm.delete(publishingConnections).where(over)).rowCount ?? 0;
}

/** How many accounts a level includes; null for any number. */
export async function mostChannels(ctx: ServerContext, accountId: string): Promise<number | null> {
  const account = await ctx.accounts.find(ctx.db, accountId);
  const level = levelOfRole(account?.roleCode ?? 12) ?? 'level0';
  return (await ctx.settings.get(LEVEL_LIMITS_SETTING))[level]?.creatorAccounts ?? null;
}

interface Connected {
  accountId: string;
  adapter: string;
  platform: string;
}

/**
 * Stores an account, and as many of the others that were chosen with it as the level includes.
 * @returns the first one
 */
async function storeChannels(
  ctx: ServerContext,
  connected: Connected,
  { others = [], ...first }: AgreedAccount & { others?: readonly AgreedAccount[] },
): Promise<ChannelRow> {
  const channel = await storeChannel(ctx, connected, first);
  for (const other of others) {
    try {
      await storeChannel(ctx, connected, other);
    } catch (error) {
      if (error instanceof ExpectedError && error.code === 'publishing:channel.limit') continue;
      throw error;
    }
  }
  return channel;
}

async function storeChannel(
  ctx: ServerContext,
  { accountId, adapter, platform }: Connected,
  { owner, tokens }: AgreedAccount,
): Promise<ChannelRow> {
  const most = await mostChannels(ctx, accountId);
  return await ctx.db.transaction(async (tx) => {
    // Two that are connected at once count one another.
    await ctx.accounts.find(tx, accountId, { lock: true });
    const scope = tx.scope(accountId);
    const same = and(eq(publishingChannels.adapter, adapter), eq(publishingChannels.ownerId, owner.id));
    const known = same === undefined ? undefined : await scope.find(publishingChannels, same);
    if (known === undefined && most !== null && (await scope.count(publishingChannels)) >= most) {
      fail('publishing:channel.limit', { most }, { kind: 'forbidden' });
    }
    const id = known?.id ?? uuid();
    const now = ctx.clock.now();
    const facts = {
      ...{ name: owner.name, picture: owner.picture, agreedBy: owner.agreedBy ?? null },
      ...{ state: 'normal' as const, connectedAt: now },
    };
    const news = { warnedDays: null, lookedAt: null };
    const values = { ...facts, ...news, ...storedTokens(ctx, id, tokens) };
    const [row] =
      known === undefined
        ? await scope.insert(publishingChannels, { id, adapter, platform, ownerId: owner.id, ...values })
        : await scope.update(publishingChannels, eq(publishingChannels.id, id), values);
    if (row === undefined) throw new Error('the account was removed while it was connected');
    await ctx.audit.record(tx, { actor: accountId, action: 'channel.connected', target: id, accountId });
    await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
    return row;
  });
}

/** Says in words what a service did not do. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // What the service says in words that are meant for whoever has filled it in.
    if (error.cause instanceof ExpectedError) throw error.cause;
    const isOurs = error.kind === 'refused' || error.kind === 'unauthorised';
    return fail(
      isOurs ? 'publishing:channel.refused' : 'publishing:channel.unavailable',
      {},
      { kind: isOurs ? 'invalid' : 'unavailable', cause: error },
    );
  }
}
