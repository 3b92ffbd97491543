import { eq } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AgreedAccount } from '#core/server/services/providers/channels.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';

import { channelsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels } from '../tables.ts';
import { storedTokens, type ChannelRow } from './channel-tokens.ts';

/** How many accounts a level includes; null for any number. */
export async function mostChannels(ctx: ServerContext, accountId: string): Promise<number | null> {
  const account = await ctx.accounts.find(ctx.db, accountId);
  const level = levelOfRole(account?.roleCode ?? 12) ?? 'level0';
  return (await ctx.settings.get(LEVEL_LIMITS_SETTING))[level]?.creatorAccounts ?? null;
}

export interface Connected {
  accountId: string;
  adapter: string;
  platform: string;
  /** The imported account that is to become one of them; null for none. */
  pending: string | null;
}

/** A name as it is compared. */
export const lower = (text: string): string => text.trim().toLowerCase();

/**
 * Writes accounts that their owner has agreed to at once. The imported one becomes that of its name, or else the first.
 * @throws expected `publishing:channel.limit` (403)
 */
export async function writeChannels(
  ctx: ServerContext,
  tx: Tx,
  connected: Connected & { most: number | null },
  agreed: readonly AgreedAccount[],
): Promise<ChannelRow[]> {
  const { accountId, pending } = connected;
  const waiting =
    pending === null
      ? undefined
      : await tx.scope(accountId).find(publishingChannels, eq(publishingChannels.id, pending));
  const named = agreed.find(({ owner }) => waiting !== undefined && lower(owner.name) === lower(waiting.name));
  const rows: ChannelRow[] = [];
  for (const one of agreed) {
    const isMeant = one === (named ?? agreed[0]);
    rows.push(await writeChannel(ctx, tx, { ...connected, pending: isMeant ? pending : null }, one));
  }
  return rows;
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
