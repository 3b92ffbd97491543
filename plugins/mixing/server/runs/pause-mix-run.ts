import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingRuns } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { RENDER_OUTPUT } from './job-names.ts';
import { presentMixRun } from './present-mix-run.ts';
import { announceRun } from './run-events.ts';
import { isOpen, lockRun } from './run-state.ts';

/**
 * Begins no further video of a run; those under way are finished. A paused run stays as it is.
 * @throws expected `mixing:run-missing` (404), `mixing:run-not-pausable` and `mixing:run-over` (409)
 */
export async function pauseMixRun(ctx: ServerContext, accountId: string, id: string, language: 'zh' | 'en') {
  await ctx.db.transaction(async (tx) => {
    const videos = { accountId, subjectId: id };
    await ctx.jobs.pause(tx, RENDER_OUTPUT, videos);
    const run = await lockRun(tx, accountId, id);
    if (run.state === 'paused') return;
    if (!isOpen(run.state)) fail('mixing:run-over', {}, { kind: 'conflict' });
    if (run.state !== 'rendering') fail('mixing:run-not-pausable', {}, { kind: 'conflict' });
    // Those that were planned between the two steps.
    await ctx.jobs.pause(tx, RENDER_OUTPUT, videos);
    const changed = { state: 'paused', workingSince: null, updatedAt: ctx.clock.now() } as const;
    await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, id), changed);
    await announceRun(ctx, tx, run);
  });
  return presentMixRun(ctx, await findMixRun(ctx.db.scope(accountId), id), language);
}

/**
 * Goes on with a paused run; one that works already is left as it is.
 * @throws expected `mixing:run-missing` (404), `mixing:run-over` (409)
 */
export async function resumeMixRun(ctx: ServerContext, accountId: string, id: string, language: 'zh' | 'en') {
  await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    if (!isOpen(run.state)) fail('mixing:run-over', {}, { kind: 'conflict' });
    if (run.state !== 'paused') return;
    await ctx.jobs.resume(tx, RENDER_OUTPUT, { accountId, subjectId: id });
    const now = ctx.clock.now();
    await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, id), {
      ...{ state: 'rendering', workingSince: now, workingFrom: run.progress, progressAt: now, updatedAt: now },
    });
    await announceRun(ctx, tx, run);
  });
  return presentMixRun(ctx, await findMixRun(ctx.db.scope(accountId), id), language);
}
