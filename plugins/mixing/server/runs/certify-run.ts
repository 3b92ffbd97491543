import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/context.ts';
import type { JobHandler, JobRun } from '#core/server/jobs/jobs.ts';
import { REELPORT_VERSION } from '#core/server/version.ts';

import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { certifyOutputs } from '../certificate/certify-outputs.ts';
import type { Verdict } from '../certificate/make-certificate.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { shotChoices } from '../render/shot-choices.ts';
import { usableGroups } from '../render/usable-groups.ts';
import { mixingOutputs, mixingRuns } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { CERTIFY_RUN, PLAN_RUN } from './job-names.ts';
import { unpackOutput } from './output-facts.ts';
import { runMaterials } from './run-materials.ts';

const payloadSchema = z.object({ runId: z.uuid() });

/** Outputs that are too much alike are planned anew so often at most. */
const MOST_ROUNDS = 4;

type Run = typeof mixingRuns.$inferSelect;
type Output = typeof mixingOutputs.$inferSelect;

/** The job that compares every pair of a run, and certifies it or plans anew what is too much alike. */
export function certifyRun(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { runId } = payloadSchema.parse(job.payload);
    const scope = ctx.db.scope(job.task.accountId);
    const run = await findMixRun(scope, runId);
    if (run.state !== 'certifying') {
      await job.complete();
      return;
    }
    const made = await scope.select(mixingOutputs, {
      where: and(eq(mixingOutputs.runId, run.id), eq(mixingOutputs.state, 'made')),
      orderBy: asc(mixingOutputs.position),
    });
    await conclude(ctx, job, run, made, await compare(ctx, job, run, made));
  };
}

async function compare(ctx: ServerContext, job: JobRun, run: Run, made: readonly Output[]): Promise<Verdict> {
  const { accountId } = job.task;
  const refused = new Set(run.refused.map(({ material }) => material));
  const candidates = runMaterials(ctx, accountId, run.document).filter(({ id }) => !refused.has(id));
  const limits = { maxBytes: LARGEST_MATERIAL };
  const { ready } = await prepareMaterials(ctx.media, candidates, {
    ...{ limits, compareBy: run.document.shotSeconds, signal: job.signal },
  });
  const materials = new Map(ready.map((material) => [material.id, material]));
  const project = usableGroups(run.document, materials, refused.size);
  const { groups, merged } = shotChoices(project, materials);
  const outputs = made.flatMap(({ position, title, shots, facts }) =>
    facts === null ? [] : [{ ...unpackOutput(facts), file: fileName(position), title, shots }],
  );
  return certifyOutputs({
    ...{ project, merged, outputs, groups, mostShared: run.plan?.mostShared ?? null },
    ...{ share: run.share ?? undefined, seed: run.seed, settings: run.id, method: null },
    tools: { reelport: REELPORT_VERSION, ffmpeg: ctx.media.runner.tools.version },
    now: ctx.clock.now(),
  });
}

function fileName(position: number): string {
  return `${String(position + 1).padStart(3, '0')}.mp4`;
}

async function conclude(
  ctx: ServerContext,
  job: JobRun,
  run: Run,
  made: readonly Output[],
  verdict: Verdict,
): Promise<void> {
  const { accountId } = job.task;
  const again = made.filter(({ position }) => verdict.again.includes(fileName(position)));
  await job.complete(async (tx) => {
    const scope = tx.scope(accountId);
    const state = and(eq(mixingRuns.id, run.id), eq(mixingRuns.state, 'certifying')) ?? eq(mixingRuns.id, run.id);
    const updatedAt = ctx.clock.now();
    if (again.length > 0 && run.plan !== null) {
      const ids = again.map(({ id }) => id);
      await scope.update(mixingOutputs, inArray(mixingOutputs.id, ids), { state: 'replaced' });
      const lookalikes = [...new Set([...(run.plan.lookalikes ?? []), ...verdict.merged.keys()])];
      const plan = { ...run.plan, lookalikes };
      // What cannot be made distinct is left out in the end: a run holds only what it certifies.
      const planAgain = run.round < MOST_ROUNDS;
      const next = planAgain ? ({ state: 'planning' } as const) : { planned: made.length - again.length };
      await scope.update(mixingRuns, state, { ...next, round: run.round + 1, plan, updatedAt });
      const job = planAgain ? PLAN_RUN : CERTIFY_RUN;
      await ctx.jobs.enqueue(tx, job, { accountId, subjectId: run.id, payload: { runId: run.id } });
    } else {
      await scope.update(mixingRuns, state, { state: 'done', certificate: verdict.certificate, updatedAt });
    }
    await ctx.events.publish(tx, { accountId, topic: 'mixing.run', data: { runId: run.id } });
  });
}
