import { and, asc, eq, inArray } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';

import { changeRun, databaseStore, enqueueItems, lockRun } from './database-store.ts';
import { cancelled } from './orchestrate.ts';
import { findRun } from './find-run.ts';
import { holderOf, jobsOf, type RunParts } from './parts.ts';
import { holdCost } from './payments.ts';
import { isOpen, nextState } from './run-machine.ts';
import { madeShare, STAGES } from './run-progress.ts';
import { coreToolItems, type ItemRow, type RunRow } from './tables.ts';
import { tellChange } from './tell-change.ts';

/**
 * Begins no further item of a run; those under way are finished. A paused run stays as it is.
 * @throws expected `core:tool-run.missing` (404), `core:tool-run.not-pausable` and `core:tool-run.over` (409)
 */
export async function pauseRun(parts: RunParts, accountId: string, id: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const items = { accountId, subjectId: id };
    const { make } = jobsOf(parts, (await findRun(tx.scope(accountId), id)).tool);
    await parts.jobs.pause(tx, make, items);
    const run = await lockRun(tx, accountId, id);
    if (run.state === 'paused') return;
    if (!isOpen(run.state)) fail('core:tool-run.over', {}, { kind: 'conflict' });
    if (nextState(run.state, 'pause') === undefined) fail('core:tool-run.not-pausable', {}, { kind: 'conflict' });
    // Those that were planned between the two steps.
    await parts.jobs.pause(tx, make, items);
    await databaseStore(parts, tx, run).enter('pause');
  });
}

/**
 * Goes on with a paused run; one that works already is left as it is.
 * @throws expected `core:tool-run.missing` (404), `core:tool-run.over` (409)
 */
export async function resumeRun(parts: RunParts, accountId: string, id: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    if (!isOpen(run.state)) fail('core:tool-run.over', {}, { kind: 'conflict' });
    if (nextState(run.state, 'resume') === undefined) return;
    await parts.jobs.resume(tx, jobsOf(parts, run.tool).make, { accountId, subjectId: id });
    await databaseStore(parts, tx, run).enter('resume');
  });
}

/**
 * Stops a run and all that works for it. What is finished stays; a run that has ended is left as it is.
 * @throws expected `core:tool-run.missing` (404)
 */
export async function cancelRun(parts: RunParts, accountId: string, id: string): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await cancelled(databaseStore(parts, tx, await lockRun(tx, accountId, id)));
  });
  const open = { subjectId: id, states: ['queued', 'running', 'paused'] as TaskState[], limit: 500 };
  for (const tried = new Set<string>(); ;) {
    const tasks = (await parts.jobs.list(accountId, open)).filter((task) => !tried.has(task.id));
    if (tasks.length === 0) return;
    for (const task of tasks) {
      tried.add(task.id);
      await parts.jobs.cancel(accountId, task.id).catch((error: unknown) => {
        // One that ended in the meantime needs no cancelling.
        if (!(error instanceof ExpectedError)) throw error;
      });
    }
  }
}

/**
 * Makes failed items again; of a run without any, what it failed by: its plan, or what finishes it.
 * @param items all that failed when absent; those of them that have not failed are left as they are
 * @throws expected `core:tool-run.missing` (404), `core:tool-run.over`, `core:tool-run.busy` and
 *   `core:tool-run.nothing-failed` (409), `core:ledger.short.…`
 */
export async function retryRun(
  parts: RunParts,
  accountId: string,
  id: string,
  items: readonly string[] | undefined,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, id);
    if (run.state === 'cancelled') fail('core:tool-run.over', {}, { kind: 'conflict' });
    // The plan counts on what has failed.
    if (run.state === 'planning') fail('core:tool-run.busy', {}, { kind: 'conflict' });
    const failed = await tx.scope(accountId).select(coreToolItems, {
      where: and(
        eq(coreToolItems.runId, id),
        eq(coreToolItems.state, 'failed'),
        items === undefined ? undefined : inArray(coreToolItems.id, [...items]),
      ),
      orderBy: asc(coreToolItems.position),
    });
    if (failed.length > 0) await retryItems(parts, tx, run, failed);
    else if (run.state === 'failed') await retryStage(parts, tx, run);
    else if (!isOpen(run.state)) fail('core:tool-run.nothing-failed', {}, { kind: 'conflict' });
  });
}

async function retryItems(parts: RunParts, tx: Tx, run: RunRow, failed: readonly ItemRow[]): Promise<void> {
  const { id, accountId } = run;
  const ids = failed.map((item) => item.id);
  await reopen(parts, tx, run);
  await tx.scope(accountId).update(coreToolItems, inArray(coreToolItems.id, ids), {
    ...{ state: 'planned', error: null, revision: run.revision + 1 },
  });
  // The same tasks continue, so that no outdated failure is shown; a task that no longer exists is replaced.
  const waiting = new Set(
    await parts.jobs.retryMany(
      tx,
      jobsOf(parts, run.tool).make,
      accountId,
      failed.flatMap(({ taskId }) => taskId ?? []),
    ),
  );
  const others = failed.filter(({ taskId }) => !waiting.has(taskId ?? '')).map((item) => item.id);
  if (others.length > 0) await enqueueItems(parts, tx, run, others);
  if (run.state === 'paused') await parts.jobs.pause(tx, jobsOf(parts, run.tool).make, { accountId, subjectId: id });
  // What is to be done grew, so this once progress goes back.
  const share = madeShare(id) as unknown as number;
  await databaseStore(parts, tx, run).enter('retry-items', { error: null, facts: null });
  await changeRun(parts, tx, run, { progress: share, workingFrom: share, endedAt: null, expiresAt: null });
  await holdAgain(parts, tx, run);
}

async function retryStage(parts: RunParts, tx: Tx, run: RunRow): Promise<void> {
  const last = run.taskId === null ? undefined : await parts.jobs.get(run.accountId, run.taskId).catch(() => undefined);
  const finishes = last?.job === jobsOf(parts, run.tool).finish;
  await reopen(parts, tx, run);
  const store = databaseStore(parts, tx, run);
  await store.enter(finishes ? 'retry-finish' : 'retry-plan', { error: null });
  await changeRun(parts, tx, run, {
    ...{ endedAt: null, expiresAt: null },
    progress: finishes ? Math.min(run.progress, STAGES.made) : 0,
  });
  const job = jobsOf(parts, run.tool)[finishes ? 'finish' : 'plan'];
  const again = last === undefined ? [] : await parts.jobs.retryMany(tx, job, run.accountId, [last.id]);
  if (again.length === 0) await store.work(finishes ? 'finish' : 'plan');
  await holdAgain(parts, tx, run);
}

/**
 * Plans a run once more that is done, in a transaction of its tool's plugin, which has changed what is asked for; what
 * is made stays.
 * @throws expected `core:tool-run.missing` (404), `core:tool-run.not-over` (409) for one that is not done,
 *   `core:ledger.short.…`
 */
export async function planFurther(parts: RunParts, tx: Tx, accountId: string, id: string): Promise<void> {
  const run = await lockRun(tx, accountId, id);
  if (nextState(run.state, 'further') === undefined) fail('core:tool-run.not-over', {}, { kind: 'conflict' });
  await reopen(parts, tx, run);
  const store = databaseStore(parts, tx, run);
  await store.enter('further', { error: null, facts: null });
  await changeRun(parts, tx, run, { progress: 0, endedAt: null, expiresAt: null });
  await store.work('plan');
  await holdAgain(parts, tx, run);
}

/** A run that had ended needs its inputs again; what is no longer there is refused when it is used. */
async function reopen(parts: RunParts, tx: Tx, run: RunRow): Promise<void> {
  if (isOpen(run.state)) return;
  await parts.files.hold(tx, run.accountId, run.inputs, holderOf(run.id));
  await tellChange(parts, tx, run);
}

/** A run that had ended needs again what it may still cost. */
async function holdAgain(parts: RunParts, tx: Tx, before: RunRow): Promise<void> {
  if (!isOpen(before.state)) await holdCost(parts, tx, before);
}
