import { createHash, randomBytes } from 'node:crypto';

import { and, eq, gt, lt } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { AgreedAccount } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels, publishingConnections } from '../tables.ts';
import { storedTokens, type ChannelRow } from './channel-tokens.ts';

/** How long an owner may take at the platform. */
const MOST_MINUTES = 30;

/** Where platforms send owners back to. */
const RETURN = '/api/publishing/connections/return';
const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');
const keptFor = (stateHash: string): string => `publishing.connection ${stateHash}`;

interface Connecting {
  accountId: string;
  adapter: string;
  /** An imported account that is to become what its owner agrees to. */
  channel?: string | undefined;
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
  { accountId, adapter, channel: pending, answers, origin }: Connecting,
): Promise<{ url: string | null; channel: ChannelRow | null; left: number }> {
  const { provider } = await ctx.providers.one('channels', adapter);
  const missing = (provider.asks ?? []).find(({ name }) => (answers[name] ?? '') === '');
  if (missing !== undefined) fail('publishing:channel.refused', {}, { kind: 'invalid' });
  const state = randomBytes(24).toString('base64url');
  const redirect = `${origin}${RETURN}`;
  return await told(async () => {
    const { url, keep } = await provider.authorise({ state, redirect, answers, account: accountId });
    if (url === null) {
      const agreed = await provider.exchange({}, { redirect, keep });
      const connected = { accountId, adapter, platform: provider.platform, pending: pending ?? null };
      return { url, ...(await storeChannels(ctx, connected, agreed)) };
    }
    const stateHash = hashOf(state);
    await ctx.db.scope(accountId).insert(publishingConnections, {
      ...{ stateHash, adapter, redirect, channelId: pending ?? null },
      keep: keep === null ? null : ctx.secrets.seal(keep, keptFor(stateHash)),
      endsAt: new Date(ctx.clock.now().getTime() + MOST_MINUTES * 60_000),
    });
    return { url, channel: null, left: 0 };
  });
}

/**
 * Ends what {@link beginConnection} has begun, once: whoever comes back a second time is refused.
 * @throws expected `publishing:channel.gone` (404), and as {@link beginConnection}
 */
export async function finishConnection(ctx: ServerContext, query: Readonly<Record<string, string>>): Promise<Stored> {
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
    const { accountId, adapter, channelId: pending } = begun;
    return await storeChannels(ctx, { accountId, adapter, platform: provider.platform, pending }, agreed);
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
  /** The imported account that is to become this one; null for none. */
  pending: string | null;
}

/**
 * Connects an account of a platform whose owner has agreed at an address of somebody else's, by the code from there.
 * @throws expected `publishing:channel.unavailable` (503) while no service for the platform is in use, and as
 *   {@link beginConnection}
 */
export async function connectByCode(
  ctx: ServerContext,
  { accountId, platform, code, origin }: Pick<Connecting, 'accountId' | 'origin'> & { platform: string; code: string },
): Promise<ChannelRow> {
  const services = await ctx.providers.every('channels');
  const service = services.find(({ provider }) => provider.platform === platform && provider.handover === undefined);
  if (service === undefined) return fail('publishing:channel.no-service', {}, { kind: 'unavailable' });
  const { id: adapter, provider } = service;
  return await told(async () => {
    const agreed = await provider.exchange({ code }, { redirect: `${origin}${RETURN}`, keep: null });
    return (await storeChannels(ctx, { accountId, adapter, platform, pending: null }, agreed)).channel;
  });
}

interface Stored {
  /** The first of them. */
  channel: ChannelRow;
  /** How many that were chosen along with it were not stored, since the level includes no more. */
  left: number;
}

/**
 * Stores an account and the others that were chosen with it: those that are known already, and as many new ones as the
 * level includes.
 * @throws expected `publishing:channel.limit` (403) when that is none of them
 */
async function storeChannels(
  ctx: ServerContext,
  connected: Connected,
  { others = [], ...first }: AgreedAccount & { others?: readonly AgreedAccount[] },
): Promise<Stored> {
  const stored: ChannelRow[] = [];
  let refusal: ExpectedError | undefined;
  for (const one of [first, ...others]) {
    try {
      const isFirst = one === first;
      stored.push(await storeChannel(ctx, isFirst ? connected : { ...connected, pending: null }, one));
    } catch (error) {
      if (!(error instanceof ExpectedError) || error.code !== 'publishing:channel.limit') throw error;
      refusal = error;
    }
  }
  const [channel] = stored;
  if (channel === undefined) throw refusal ?? new Error('an account was agreed to');
  return { channel, left: 1 + others.length - stored.length };
}

async function storeChannel(ctx: ServerContext, connected: Connected, agreed: AgreedAccount): Promise<ChannelRow> {
  const most = await mostChannels(ctx, connected.accountId);
  return await ctx.db.transaction((tx) => writeChannel(ctx, tx, { ...connected, most }, agreed));
}

/**
 * Writes an account that its owner has agreed to: one that is known is renewed, else an imported one becomes it.
 * @throws expected `publishing:channel.limit` (403)
 */
export async function writeChannel(
  ctx: ServerContext,
  tx: Tx,
  { accountId, adapter, platform, most, pending }: Connected & { most: number | null },
  { owner, tokens }: AgreedAccount,
): Promise<ChannelRow> {
  // Two that are connected at once count one another.
  await ctx.accounts.find(tx, accountId, { lock: true });
  const scope = tx.scope(accountId);
  const { id: anyId, adapter: ofAdapter, ownerId, state } = publishingChannels;
  const known = await scope.find(publishingChannels, [eq(ofAdapter, adapter), eq(ownerId, owner.id)]);
  const waiting =
    pending === null
      ? undefined
      : await scope.find(publishingChannels, [eq(anyId, pending), eq(ofAdapter, adapter), eq(state, 'pending')]);
  const before = known ?? waiting;
  if (before === undefined && most !== null && (await scope.count(publishingChannels)) >= most) {
    fail('publishing:channel.limit', { most }, { kind: 'forbidden' });
  }
  const id = before?.id ?? uuid();
  const facts = {
    ...{ name: owner.name, picture: owner.picture, ownerId: owner.id, agreedBy: owner.agreedBy ?? null },
    ...{ state: 'normal' as const, connectedAt: ctx.clock.now() },
  };
  const news = { warnedDays: null, lookedAt: null };
  const values = { ...facts, ...news, ...storedTokens(ctx, id, tokens) };
  const [row] =
    before === undefined
      ? await scope.insert(publishingChannels, { id, adapter, platform, ...values })
      : await scope.update(publishingChannels, eq(anyId, id), values);
  if (row === undefined) throw new Error('the account was removed while it was connected');
  // It was connected already, by the name that its platform has for it.
  if (known !== undefined && waiting !== undefined) {
    await scope.delete(publishingChannels, eq(anyId, waiting.id));
    await scope.update(publishingChannels, eq(anyId, id), { importedAs: waiting.importedAs });
  }
  await ctx.audit.record(tx, { actor: accountId, action: 'channel.connected', target: id, accountId });
  await ctx.events.publish(tx, channelsChanged, { accountId, data: { id } });
  return row;
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
