import { and, eq, gt, lt } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { AgreedAccount } from '#core/server/services/providers/channels.ts';

import type { readChannelChoice } from '#plugins/publishing/channel-calls.ts';
import { publishingChannels, publishingChoices } from '../tables.ts';
import { parseTokens, type ChannelRow } from './channel-tokens.ts';
import { giveBack } from './give-back.ts';
import { serviceTitles } from './own-channels.ts';
import { mostChannels, writeChannels, type Connected } from './write-channels.ts';

/** How long an owner may take to choose. */
const MOST_MINUTES = 30;
const sealedFor = (id: string): string => `publishing.choice ${id}`;

/**
 * Keeps what an owner has agreed to for several accounts at once, until they have said which of them to connect.
 * @returns its id
 */
export async function openChoice(
  ctx: ServerContext,
  { accountId, adapter, platform, pending }: Connected,
  agreed: readonly AgreedAccount[],
): Promise<string> {
  const id = uuid();
  await ctx.db.scope(accountId).insert(publishingChoices, {
    ...{ id, adapter, platform, channelId: pending, agreed: ctx.secrets.seal(JSON.stringify(agreed), sealedFor(id)) },
    endsAt: new Date(ctx.clock.now().getTime() + MOST_MINUTES * 60_000),
  });
  return id;
}

interface Own {
  accountId: string;
  id: string;
}

const isOpen = ({ clock }: ServerContext, { accountId, id }: Own) =>
  and(
    eq(publishingChoices.accountId, accountId),
    eq(publishingChoices.id, id),
    gt(publishingChoices.endsAt, clock.now()),
  );

function read({ secrets }: ServerContext, { id, agreed }: typeof publishingChoices.$inferSelect): AgreedAccount[] {
  const stored = JSON.parse(secrets.open(agreed, sealedFor(id))) as {
    owner: AgreedAccount['owner'];
    tokens: unknown;
  }[];
  return stored.map(({ owner, tokens }) => ({ owner, tokens: parseTokens(tokens) }));
}

/** @throws expected `publishing:channel.gone` (404) for one that has ended, was made, or is somebody else's */
const gone = (): never => fail('publishing:channel.gone', {}, { kind: 'not-found' });

/** What there is to choose from. @throws expected `publishing:channel.gone` (404) */
export async function presentChoice(
  ctx: ServerContext,
  own: Own,
  language: MessageLanguage,
): Promise<CallData<typeof readChannelChoice>> {
  const [choice = gone()] = await ctx.db.orm.select().from(publishingChoices).where(isOpen(ctx, own));
  const channels = await ctx.db.scope(own.accountId).select(publishingChannels, {});
  const known = new Set(channels.flatMap(({ adapter, ownerId }) => (adapter === choice.adapter ? [ownerId] : [])));
  const most = await mostChannels(ctx, own.accountId);
  // What was imported takes no room of its own.
  const waits = channels.some(({ id, state }) => id === choice.channelId && state === 'pending');
  return {
    service: (await serviceTitles(ctx, language)).get(choice.adapter) ?? choice.adapter,
    accounts: read(ctx, choice).map(({ owner: { id, name, picture } }) => ({
      ...{ id, name, picture, isConnected: known.has(id) },
    })),
    room: most === null ? null : Math.max(0, most - channels.length) + Number(waits),
    endsAt: choice.endsAt.toISOString(),
  };
}

/**
 * Connects those that an owner has chosen, all or none of them.
 * @throws expected `publishing:channel.gone` (404), `publishing:channel.limit` (403)
 */
export async function choose(ctx: ServerContext, own: Own, owners: readonly string[]): Promise<ChannelRow[]> {
  const { accountId } = own;
  const most = await mostChannels(ctx, accountId);
  return await ctx.db.transaction(async (tx) => {
    const choice = await take(ctx, tx, own);
    const wanted = new Set(owners);
    const agreed = read(ctx, choice).filter(({ owner }) => wanted.has(owner.id));
    if (agreed.length !== wanted.size) gone();
    const { adapter, platform, channelId: pending } = choice;
    return await writeChannels(ctx, tx, { accountId, adapter, platform, pending, most }, agreed);
  });
}

/** Forgets what was agreed to, and gives back what nothing stands on. @throws expected `publishing:channel.gone` (404) */
export async function dropChoice(ctx: ServerContext, own: Own): Promise<void> {
  const choice = await ctx.db.transaction((tx) => take(ctx, tx, own));
  for (const { owner, tokens } of read(ctx, choice)) {
    const agreed = { adapter: choice.adapter, ownerId: owner.id, agreedBy: owner.agreedBy ?? null };
    const done = await giveBack(ctx, agreed, async (provider) => provider.revoke?.(tokens));
    // What one person has agreed to is one permission.
    if (done === 'given-back' && owner.agreedBy !== undefined) return;
  }
}

async function take(ctx: ServerContext, tx: Tx, own: Own) {
  const [choice = gone()] = await tx.orm.delete(publishingChoices).where(isOpen(ctx, own)).returning();
  return choice;
}

/** Forgets choices that nobody has made. @returns how many */
export async function sweepChoices({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  return (await db.orm.delete(publishingChoices).where(lt(publishingChoices.endsAt, clock.now()))).rowCount ?? 0;
}
