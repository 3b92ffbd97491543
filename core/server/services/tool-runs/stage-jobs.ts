import { z } from 'zod';

import { MAX_RUN_ITEMS } from '#core/contract/tool-run-calls.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';

import { databaseStore, lockRun } from './database-store.ts';
import { findRun, madeItems } from './find-run.ts';
import { finished, planned } from './orchestrate.ts';
import { toolOf, type RunParts } from './parts.ts';
import { runOf } from './run-of.ts';
import { STAGES, tellProgress } from './run-progress.ts';
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
    const items = await inFolder(parts, job, (work) => {
      const progress = (value: number) => {
        work.progress(value);
        if (run.plannedAt === null) void tellProgress(parts, run, value * STAGES.planned);
      };
      return madeItems(scope, runId).then((made) => tool.plan(runOf(tool, run), { ...work, progress }, made));
    });
    if (items.length > MAX_RUN_ITEMS) {
      throw new TypeError(`tool "${run.tool}": a plan has at most ${MAX_RUN_ITEMS} items, got ${items.length}`);
    }
    const known = new Set(run.inputs);
    const unknown = items.flatMap(({ sources }) => sources).find((id) => !known.has(id));
    if (unknown !== undefined) {
      throw new TypeError(`tool "${run.tool}": the source ${unknown} of an item is none of the run's inputs`);
    }
    await parts.files.assertSpace(
      accountId,
      items.reduce((sum, { bytes = 1 }) => sum + bytes, 0),
    );
    await job.complete(async (tx) => {
      await planned(databaseStore(parts, tx, await lockRun(tx, accountId, runId)), items);
    });
  };
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
    const facts = await inFolder(parts, job, async (work) => {
      const progress = (value: number) => {
        work.progress(value);
        void tellProgress(parts, run, STAGES.made + (1 - STAGES.made) * value);
      };
      return await tool.finish?.(runOf(tool, run), { ...work, progress }, made);
    });
    await job.complete(async (tx) => {
      await finished(databaseStore(parts, tx, await lockRun(tx, accountId, runId)), facts ?? null);
    });
  };
}
