import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';
import { REELPORT_VERSION } from '#core/server/ground/version.ts';

import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { certifyOutputs, type MadeOutput } from '../certificate/certify-outputs.ts';
import { settingsDigest } from '../certificate/settings-digest.ts';
import type { Verdict } from '../certificate/make-certificate.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { compareShown, shotChoices } from '../render/shot-choices.ts';
import { mixingOutputs, mixingRuns, type Output, type Run } from '../tables.ts';
import { certifiedFile, earlierFile } from './certified-file.ts';
import { earlierOutputs } from './choose-missing.ts';
import { endRun } from './end-run.ts';
import { findMixRun } from './find-mix-run.ts';
import { CERTIFY_RUN, PLAN_RUN } from './job-names.ts';
import { withFootage, type ShownOutput } from './output-facts.ts';
import { announceRun } from './run-events.ts';
import { fileSource, runMaterials } from './run-materials.ts';
import { lockRun, MAX_ROUNDS } from './run-state.ts';

const payloadSchema = z.object({ runId: z.uuid() });

/** The job that compares every pair of a run, then certifies it or replans outputs that are too similar. */
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

/** Compares a run's videos with each other, and with those that other runs of its project have made. */
async function compare(ctx: ServerContext, job: JobRun, run: Run, made: readonly Output[]): Promise<Verdict> {
  const { accountId } = job.task;
  const scope = ctx.db.scope(accountId);
  const refused = new Set(run.refused.map(({ material }) => material));
  const candidates = runMaterials(ctx, accountId, run.document).filter(({ id }) => !refused.has(id));
  const limits = { maxBytes: LARGEST_MATERIAL };
  const { ready } = await prepareMaterials(ctx.media, candidates, {
    ...{ limits, compare: true, signal: job.signal },
  });
  const materials = new Map(ready.map((material) => [material.id, material]));
  const project = run.document;
  const music = project.music === null ? undefined : await musicHash(ctx, accountId, project.music.material);
  const share = run.share ?? undefined;
  await compareShown(project, materials, job.signal);
  const { groups, merged } = shotChoices(project, materials);
  const ofOthers = and(
    eq(mixingOutputs.projectId, run.projectId),
    eq(mixingOutputs.state, 'made'),
    ne(mixingOutputs.runId, run.id),
  );
  const earlier = {
    outputs: comparable(await withFootage(scope, await earlierOutputs(scope, run)), ({ id }) => earlierFile(id)),
    all: await scope.count(mixingOutputs, ofOthers),
  };
  return certifyOutputs({
    ...{ project, merged, groups, earlier, mostShared: run.plan?.mostShared ?? null },
    outputs: comparable(await withFootage(scope, made), ({ position }) => certifiedFile(position)),
    ...{ share, seed: run.seed, method: run.plan?.method ?? null, loosenedFrom: run.plan?.loosenedFrom ?? null },
    settings: settingsDigest({ project, share, seed: run.seed, music, materials: ready }),
    tools: { reelport: REELPORT_VERSION, ffmpeg: ctx.media.runner.tools.version },
    now: ctx.clock.now(),
  });
}

/** Music that is deleted while its videos are compared leaves the rest as good as it is. */
async function musicHash(ctx: ServerContext, accountId: string, material: string): Promise<string | undefined> {
  return fileSource(ctx, accountId, material).then(
    ({ hash }) => hash,
    () => undefined,
  );
}

function comparable(outputs: readonly ShownOutput[], fileOf: (output: Output) => string): MadeOutput[] {
  return outputs.map((output) => ({
    ...output.rendered,
    ...{ file: fileOf(output), title: output.title, shots: output.shots, fixed: output.counted },
  }));
}

async function conclude(
  ctx: ServerContext,
  job: JobRun,
  { id: runId }: Run,
  made: readonly Output[],
  verdict: Verdict,
): Promise<void> {
  const { accountId } = job.task;
  const again = made.filter(({ position }) => verdict.again.includes(certifiedFile(position)));
  await job.complete(async (tx) => {
    const run = await lockRun(tx, accountId, runId);
    // It was cancelled meanwhile, or failed videos are made after all.
    if (run.state !== 'certifying') return;
    if (again.length > 0 && run.plan !== null) {
      await replace(ctx, tx, run, { made, again, verdict });
    } else {
      await endRun(ctx, tx, run, { state: 'done', certificate: verdict.certificate });
    }
  });
}

interface Replaced {
  made: readonly Output[];
  again: readonly Output[];
  verdict: Verdict;
}

async function replace(ctx: ServerContext, tx: Tx, run: Run, { made, again, verdict }: Replaced): Promise<void> {
  const { accountId, plan } = run;
  const scope = tx.scope(accountId);
  const revision = run.revision + 1;
  await scope.update(
    mixingOutputs,
    inArray(
      mixingOutputs.id,
      again.map(({ id }) => id),
    ),
    { state: 'replaced', revision },
  );
  const lookalikes = [...new Set([...(plan?.lookalikes ?? []), ...verdict.merged.keys()])];
  // What cannot be made distinct is left out in the end: a run holds only what it certifies.
  const planAgain = run.round < MAX_ROUNDS;
  const failed = and(eq(mixingOutputs.runId, run.id), eq(mixingOutputs.state, 'failed'));
  const left = made.length - again.length + (await scope.count(mixingOutputs, failed));
  await scope.update(mixingRuns, eq(mixingRuns.id, run.id), {
    ...(planAgain ? { state: 'planning' as const } : { planned: left }),
    ...{ revision, round: run.round + 1, plan: plan && { ...plan, lookalikes }, updatedAt: ctx.clock.now() },
  });
  if (!planAgain && made.length === again.length) {
    await endRun(
      ctx,
      tx,
      { ...run, revision },
      { state: 'failed', error: { code: 'mixing:nothing-distinct', params: {} } },
    );
    return;
  }
  const job = planAgain ? PLAN_RUN : CERTIFY_RUN;
  await ctx.jobs.enqueue(tx, job, { accountId, subjectId: run.id, payload: { runId: run.id } });
  await announceRun(ctx, tx, run);
}
