import { eq } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { onHook, type Subscription } from '#core/server/services/hooks/server-hook.ts';
import { runEnded } from '#core/server/services/tool-runs/run-ended-hook.ts';

import type { readWish as call } from '../calls.ts';
import { knownTargets } from './list-targets.ts';
import { outputsOf, queueSends } from './start-sends.ts';
import { publishingWishes } from './tables.ts';

const OVER: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);

interface Asked {
  accountId: string;
  runId: string;
  language: MessageLanguage;
}

const wishOf = async (db: Tx, accountId: string, runId: string) =>
  (await db.scope(accountId).find(publishingWishes, eq(publishingWishes.runId, runId)))?.target ?? null;

/** Where a run's outputs go once it has ended. @throws expected `core:tool-run.missing` (404) */
export async function readWish(
  ctx: ServerContext,
  { accountId, runId, language }: Asked,
): Promise<CallData<typeof call>> {
  await ctx.toolRuns.read(accountId, runId, language);
  const target = await wishOf(ctx.db, accountId, runId);
  if (target === null) return { target: null };
  const known = (await knownTargets(ctx, language)).find(({ id }) => id === target);
  return { target: known ?? { id: target, title: target, about: null, usable: false } };
}

/**
 * Says where a run's outputs go once it has ended; null for nowhere.
 * @throws expected `core:tool-run.missing` (404), `publishing:run-over` (409), and what `Providers.one` says
 */
export async function writeWish(
  ctx: ServerContext,
  asked: Asked,
  target: string | null,
): Promise<CallData<typeof call>> {
  const { accountId, runId, language } = asked;
  await ctx.toolRuns.read(accountId, runId, language);
  if (target !== null) await ctx.providers.one('targets', target);
  await ctx.db.transaction(async (tx) => {
    await tx.scope(accountId).delete(publishingWishes, eq(publishingWishes.runId, runId));
    if (target === null) return;
    await tx.scope(accountId).insert(publishingWishes, { runId, target, createdAt: ctx.clock.now() });
  });
  // Read after the wish stands: whoever ends the run from now on sees it.
  const { state } = await ctx.toolRuns.read(accountId, runId, language);
  if (OVER.has(state) && (await take(ctx.db, accountId, runId))) {
    fail('publishing:run-over', {}, { kind: 'conflict' });
  }
  return await readWish(ctx, asked);
}

/** Takes a wish back. @returns whether it still stood */
async function take(db: Database | Tx, accountId: string, runId: string): Promise<boolean> {
  return (await db.scope(accountId).delete(publishingWishes, eq(publishingWishes.runId, runId))).length > 0;
}

/** Sends what a run has made where its owner wished, once; a run that failed may yet be tried again. */
export function fulfilWishes(ctx: ServerContext): Subscription {
  return onHook(runEnded, async ({ accountId, data: { runId, state }, complete }) => {
    const target = await wishOf(ctx.db, accountId, runId);
    if (target === null || state === 'failed') return;
    const files = state === 'done' ? await outputsOf(ctx, accountId, { runId }) : [];
    await complete(async (tx) => {
      if (await take(tx, accountId, runId)) await queueSends(ctx, tx, { accountId, target, files });
    });
  });
}
