import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { mixingOutputs, mixingRuns, type Output, type Run } from '../tables.ts';
import { holderOf } from './end-run.ts';
import { enqueueOutputs } from './enqueue-outputs.ts';
import { findMixRun } from './find-mix-run.ts';
import { CERTIFY_RUN, PLAN_RUN, RENDER_OUTPUT } from './job-names.ts';
import { presentMixRun } from './present-mix-run.ts';
import { announceRun } from './run-events.ts';
import { usedFiles } from './run-materials.ts';
import { renderedShare, STAGES } from './run-progress.ts';
import { isMaking, isOpen, lockRun } from './run-state.ts';

/**
 * Makes failed videos of a run again; those that are made stay as they are. A run that failed while it was planned or
 * compared goes on there.
 * @param outputs all that failed when absent; those among them that have not failed are left as they are
 * @throws expected `mixing:run-missing` (404), `mixing:run-cancelled`, `mixing:run-busy`, `mixing:nothing-failed` (409)
 */
export async function retryMixOutputs(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { outputs, language }: { outputs?: readonly string[]; language: 'zh' | 'en' },
) {
  await ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    if (run.state === 'cancelled') fail('mixing:run-cancelled', {}, { kind: 'conflict' });
    // The plan counts on what has failed; it takes seconds.
    if (run.state === 'planning') fail('mixing:run-busy', {}, { kind: 'conflict' });
    const failed = await tx.scope(accountId).select(mixingOutputs, {
      where: and(
        eq(mixingOutputs.runId, id),
        eq(mixingOutputs.state, 'failed'),
        outputs === undefined ? undefined : inArray(mixingOutputs.id, [...outputs]),
      ),
      orderBy: asc(mixingOutputs.position),
    });
    if (failed.length > 0) {
      await tryAgain(ctx, tx, run, failed);
    } else if (run.state === 'failed' && (await hasNoneFailed(tx, run))) {
      await planAgain(ctx, tx, run);
    } else if (!isOpen(run.state)) {
      fail('mixing:nothing-failed', {}, { kind: 'conflict' });
    }
  });
  return presentMixRun(ctx, await findMixRun(ctx.db.scope(accountId), id), language);
}

async function tryAgain(ctx: ServerContext, tx: Tx, run: Run, failed: readonly Output[]): Promise<void> {
  const { id, accountId } = run;
  const scope = tx.scope(accountId);
  const now = ctx.clock.now();
  const revision = run.revision + 1;
  const ids = failed.map((output) => output.id);
  await scope.update(mixingOutputs, inArray(mixingOutputs.id, ids), { state: 'planned', error: null, revision });
  await ctx.files.hold(tx, accountId, usedFiles(run.document), holderOf(id));
  // The same tasks continue, so that no outdated failure is shown; a task that no longer exists is replaced.
  const tasks = failed.flatMap(({ taskId }) => taskId ?? []);
  const waiting = new Set(await ctx.jobs.retryMany(tx, RENDER_OUTPUT, accountId, tasks));
  const others = failed.filter(({ taskId }) => !waiting.has(taskId ?? ''));
  if (others.length > 0) {
    await enqueueOutputs(
      ctx,
      tx,
      run,
      others.map((output) => output.id),
    );
  }
  if (run.state === 'paused') await ctx.jobs.pause(tx, RENDER_OUTPUT, { accountId, subjectId: id });
  const making = isMaking(run.state);
  await tx.orm
    .update(mixingRuns)
    .set({
      ...{ revision, updatedAt: now, error: null, endedAt: null },
      // A comparison that is under way finds that there is more to come.
      ...(making ? {} : { state: 'rendering', round: 0, workingSince: now, progressAt: now }),
      remaining: making ? sql`${mixingRuns.remaining} + ${ids.length}` : ids.length,
      // What is to be done grew, so this once progress goes back.
      progress: renderedShare(id),
      ...(making ? {} : { workingFrom: renderedShare(id) }),
    })
    .where(and(eq(mixingRuns.id, id), eq(mixingRuns.accountId, accountId)));
  await announceRun(ctx, tx, run);
}

async function hasNoneFailed(tx: Tx, { id, accountId }: Run): Promise<boolean> {
  const failed = and(eq(mixingOutputs.runId, id), eq(mixingOutputs.state, 'failed'));
  return (await tx.scope(accountId).count(mixingOutputs, failed)) === 0;
}

async function planAgain(ctx: ServerContext, tx: Tx, run: Run): Promise<void> {
  const { id, accountId } = run;
  await ctx.files.hold(tx, accountId, usedFiles(run.document), holderOf(id));
  const tasks = await ctx.jobs.list(accountId, { subjectId: id, states: ['failed'] });
  // Newest first: the last one is what the run failed by.
  const last = tasks.find(({ job }) => job === CERTIFY_RUN || job === PLAN_RUN);
  const compares = last?.job === CERTIFY_RUN;
  await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, id), {
    ...{
      state: compares ? 'certifying' : 'planning',
      error: null,
      endedAt: null,
      round: 0,
      updatedAt: ctx.clock.now(),
    },
    ...(run.plan === null ? { progress: 0 } : { progress: Math.min(run.progress, STAGES.made) }),
  });
  const again = last === undefined ? [] : await ctx.jobs.retryMany(tx, last.job, accountId, [last.id]);
  if (again.length === 0) {
    await ctx.jobs.enqueue(tx, compares ? CERTIFY_RUN : PLAN_RUN, { accountId, subjectId: id, payload: { runId: id } });
  }
  await announceRun(ctx, tx, run);
}
