import { z } from 'zod';

import { MAX_RUN_ITEMS } from '#core/contract/tool-run-calls.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';

import { databaseStore, lockRun } from './database-store.ts';
import { findRun, madeItems } from './find-run.ts';
import { finished, planned } from './orchestrate.ts';
import { toolOf, type RunParts } from './parts.ts';
import { nextState } from './run-machine.ts';
import { runOf } from './run-of.ts';
import { STAGES, tellProgress } from './run-progress.ts';
import type { ToPlan } from './run-store.ts';
import type { RunRow } from './tables.ts';
import { inFolder } from './work-folder.ts';

const payloadSchema = z.object({ runId: z.uuid() });

/** The job that asks a tool what is to be made, and has it made. */
export function planJob(parts: RunParts): JobHandler {
  return async (job) => {
    const { runId } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const scope = parts.db.scope(accountId);
    const run = await findRun(scope, runId);
    if (run.state !== 'planning') {
      await job.complete();
      return;
    }
    const tool = toolOf(parts, run.tool);
    const answer = await inFolder(parts, job, (work) => {
      const progress = (value: number, left?: number) => {
        work.progress(value, left);
        if (run.plannedAt === null) void tellProgress(parts, run, value * STAGES.planned);
      };
      return madeItems(scope, runId).then((made) => tool.plan(runOf(tool, run), { ...work, progress }, made));
    });
    if (typeof answer !== 'function') await assertPlan(parts, run, answer);
    await job.complete(async (tx) => {
      const store = databaseStore(parts, tx, await lockRun(tx, accountId, runId));
      // It was cancelled meanwhile.
      if (nextState(store.run.state, 'planned') === undefined) return;
      const items = typeof answer === 'function' ? await answer(tx) : answer;
      if (typeof answer === 'function') await assertPlan(parts, run, items);
      await planned(store, items);
    });
  };
}

/** @throws TypeError for a plan that cannot be, and expected `core:space-full` (413) */
async function assertPlan({ files }: RunParts, run: RunRow, items: readonly ToPlan[]): Promise<void> {
  if (items.length > MAX_RUN_ITEMS) {
    throw new TypeError(`tool "${run.tool}": a plan has at most ${MAX_RUN_ITEMS} items, got ${items.length}`);
  }
  const known = new Set(run.inputs);
  const unknown = items.flatMap(({ sources }) => sources).find((id) => !known.has(id));
  if (unknown !== undefined) {
    throw new TypeError(`tool "${run.tool}": the source ${unknown} of an item is none of the run's inputs`);
  }
  const bytes = items.reduce((sum, item) => sum + (item.bytes ?? 0), 0);
  if (bytes > 0) await files.assertSpace(run.accountId, bytes);
}

/** The job that does what follows a run's last item. */
export function finishJob(parts: RunParts): JobHandler {
  return async (job) => {
    const { runId } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const scope = parts.db.scope(accountId);
    const run = await findRun(scope, runId);
    if (run.state !== 'finishing') {
      await job.complete();
      return;
    }
    const tool = toolOf(parts, run.tool);
    const made = await madeItems(scope, runId);
    const answer = await inFolder(parts, job, async (work) => {
      const progress = (value: number, left?: number) => {
        work.progress(value, left);
        void tellProgress(parts, run, STAGES.made + (1 - STAGES.made) * value);
      };
      return await tool.finish?.(runOf(tool, run), { ...work, progress }, made);
    });
    await job.complete(async (tx) => {
      const store = databaseStore(parts, tx, await lockRun(tx, accountId, runId));
      // It was cancelled meanwhile, or failed items are made after all.
      if (nextState(store.run.state, 'finished') === undefined) return;
      await finished(store, (typeof answer === 'function' ? await answer(tx) : answer) ?? null);
    });
  };
}
