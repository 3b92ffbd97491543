import { createHash, randomBytes } from 'node:crypto';

import { and, eq, gt, inArray, lt } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AgreedAccount } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { publishingChannels, publishingConnections } from '../tables.ts';
import type { ChannelRow } from './channel-tokens.ts';
import { openChoice } from './open-choices.ts';
import { mostChannels, writeChannels, type Connected } from './write-channels.ts';

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
): Promise<{ url: string | null } & Settled> {
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
      return { url, ...(await settle(ctx, connected, agreed)) };
    }
    const stateHash = hashOf(state);
    await ctx.db.scope(accountId).insert(publishingConnections, {
      ...{ stateHash, adapter, redirect, channelId: pending ?? null },
      keep: keep === null ? null : ctx.secrets.seal(keep, keptFor(stateHash)),
      endsAt: new Date(ctx.clock.now().getTime() + MOST_MINUTES * 60_000),
    });
    return { url, channel: null, choice: null };
  });
}

/**
 * Ends what {@link beginConnection} has begun, once: whoever comes back a second time is refused.
 * @throws expected `publishing:channel.gone` (404), and as {@link beginConnection}
 */
export async function finishConnection(ctx: ServerContext, query: Readonly<Record<string, string>>): Promise<Settled> {
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
    return await settle(ctx, { accountId, adapter, platform: provider.platform, pending }, agreed);
  });
}

/** Forgets owners who have not come back. @returns how many */
export async function sweepConnections({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const over = lt(publishingConnections.endsAt, clock.now());
  return (await db.orm.delete(publishingConnections).where(over)).rowCount ?? 0;
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
    const [row] = await storeChannels(ctx, { accountId, adapter, platform, pending: null }, [agreed]);
    if (row === undefined) throw new Error('an account was agreed to');
    return row;
  });
}

/** What has come of an agreement: an account, or several of which the owner has to choose. */
type Settled = { channel: ChannelRow; choice: null } | { channel: null; choice: string | null };

/**
 * Connects the account that its owner has agreed to. Of several they choose, unless all of them are known already.
 * @throws expected `publishing:channel.limit` (403)
 */
async function settle(
  ctx: ServerContext,
  connected: Connected,
  { others = [], ...first }: AgreedAccount & { others?: readonly AgreedAccount[] },
): Promise<Settled> {
  const all = [first, ...others];
  if (others.length > 0 && !(await areKnown(ctx, connected, all))) {
    return { channel: null, choice: await openChoice(ctx, connected, all) };
  }
  const [channel] = await storeChannels(ctx, connected, all);
  if (channel === undefined) throw new Error('an account was agreed to');
  return { channel, choice: null };
}

async function areKnown(
  ctx: ServerContext,
  { accountId, adapter }: Connected,
  agreed: readonly AgreedAccount[],
): Promise<boolean> {
  const ids = agreed.map(({ owner }) => owner.id);
  const { adapter: ofAdapter, ownerId } = publishingChannels;
  const where = [eq(ofAdapter, adapter), inArray(ownerId, ids)] as const;
  return (await ctx.db.scope(accountId).count(publishingChannels, where)) === new Set(ids).size;
}

async function storeChannels(ctx: ServerContext, connected: Connected, agreed: readonly AgreedAccount[]) {
  const most = await mostChannels(ctx, connected.accountId);
  return await ctx.db.transaction((tx) => writeChannels(ctx, tx, { ...connected, most }, agreed));
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
