import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';
import { REELPORT_VERSION } from '#core/server/ground/version.ts';

import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import { certifyOutputs, type MadeOutput } from '../certificate/certify-outputs.ts';
import { settingsDigest } from '../certificate/settings-digest.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';
import { prepareMaterials } from '../render/prepare-materials.ts';
import { compareShown, shotChoices } from '../render/shot-choices.ts';
import { mixingOutputs, type Output, type Run } from '../tables.ts';
import { certifiedFile, earlierFile } from './certified-file.ts';
import { earlierOutputs } from './choose-missing.ts';
import { endRun } from './end-run.ts';
import { findMixRun } from './find-mix-run.ts';
import { withFootage, type ShownOutput } from './output-facts.ts';
import { fileSource, runMaterials } from './run-materials.ts';
import { lockRun } from './run-state.ts';

const payloadSchema = z.object({ runId: z.uuid() });

/** The job that certifies a run: every pair of its videos, which were compared one by one as they were finished. */
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
    const certificate = await certify(ctx, job, run, made);
    await job.complete(async (tx) => {
      const locked = await lockRun(tx, job.task.accountId, runId);
      // It was cancelled meanwhile, or failed videos are made after all.
      if (locked.state === 'certifying') await endRun(ctx, tx, locked, { state: 'done', certificate });
    });
  };
}

/** Compares a run's videos with each other, and with those that other runs of its project have made. */
async function certify(ctx: ServerContext, job: JobRun, run: Run, made: readonly Output[]): Promise<Certificate> {
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
  const replaced = await scope.select(mixingOutputs, {
    where: and(eq(mixingOutputs.runId, run.id), isNotNull(mixingOutputs.likeId)),
    orderBy: asc(mixingOutputs.id),
  });
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
    replaced: replaced.flatMap((output) => replacedOf(output, made)),
    outputs: comparable(await withFootage(scope, made), ({ position }) => certifiedFile(position)),
    ...{ share, seed: run.seed, method: run.plan?.method ?? null, loosenedFrom: run.plan?.loosenedFrom ?? null },
    settings: settingsDigest({ project, share, seed: run.seed, music, materials: ready }),
    tools: { reelport: REELPORT_VERSION, ffmpeg: ctx.media.runner.tools.version },
    now: ctx.clock.now(),
  });
}

/** What took the place of a video that was too much like another one. */
function replacedOf({ likeId, position, shots }: Output, made: readonly Output[]): Certificate['replaced'] {
  if (likeId === null) return [];
  const [by, like] = [made.find((other) => other.position === position), made.find(({ id }) => id === likeId)];
  return [
    {
      by: by === undefined ? null : certifiedFile(position),
      like: like === undefined ? earlierFile(likeId) : certifiedFile(like.position),
      shots: shots.map(({ group, material, window: { start, end } }) => ({ group, material, start, end })),
    },
  ];
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
    ...{ file: fileOf(output), title: output.title, shots: output.shots },
  }));
}
