import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { crc32OfFile } from '#core/server/services/files/crc32-of-file.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';
import { soundNode } from '#core/server/services/media/operations/sound-source.ts';

import { prepareMaterials } from '../render/prepare-materials.ts';
import { recipeOf } from '../render/recipe.ts';
import { renderOutput, type RenderedOutput } from '../render/render-output.ts';
import { makeStill } from '../render/still.ts';
import { voiceOver } from '../render/voice-over.ts';
import { mixingOutputs, mixingProjects, mixingRuns, type Output, type Run } from '../tables.ts';
import { compareFinished } from './compare-finished.ts';
import { findMixRun } from './find-mix-run.ts';
import { keepFootage, packOutput } from './output-facts.ts';

import type { RunRefusal } from './run-facts.ts';
import { fileSource, runMaterials } from './run-materials.ts';
import { tellProgress } from './run-progress.ts';
import { isMaking, lockRun } from './run-state.ts';
import { settleOutput } from './settle-output.ts';

const payloadSchema = z.object({ runId: z.uuid(), outputId: z.uuid() });

/**
 * The job that makes one output of a run. One that was under way when its run was paused is finished, also by another
 * worker after a crash.
 */
export function renderRunOutput(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { runId, outputId } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const scope = ctx.db.scope(accountId);
    const run = await findMixRun(scope, runId);
    const output = await scope.find(mixingOutputs, eq(mixingOutputs.id, outputId));
    if (!isMaking(run.state) || output?.state !== 'planned' || run.plan === null) {
      await job.complete();
      return;
    }
    await render(ctx, job, run, output);
  };
}

async function render(ctx: ServerContext, job: JobRun, run: Run, output: Output): Promise<void> {
  const { accountId } = job.task;
  await ctx.files.assertSpace(accountId, await usualSize(ctx, run));
  const work = join(ctx.temporaryFolder, temporaryName());
  await mkdir(work, { recursive: true });
  try {
    const rendered = await renderTo(ctx, job, run, output, work);
    if ('refused' in rendered) {
      await job.complete(async (tx) => {
        await settleOutput(ctx, tx, run, output, { state: 'given-up' }, rendered.refused);
      });
      return;
    }
    const facts = { ...packOutput(rendered.output), crc32: await crc32OfFile(rendered.path) };
    const findAlike = compareFinished(run, output, rendered.output);
    let alike = await findAlike(ctx.db.scope(accountId));
    await job.complete(async (tx) => {
      // Nobody finishes another one of the project meanwhile; those that were finished since are compared, too.
      await tx.orm.select().from(mixingProjects).where(eq(mixingProjects.id, run.projectId)).for('update');
      const { plan } = await lockRun(tx, accountId, run.id);
      alike ??= await findAlike(tx.scope(accountId));
      if (alike !== null) {
        const lookalikes = [...new Set([...(plan?.lookalikes ?? []), ...alike.lookalikes])];
        await tx.scope(accountId).update(mixingRuns, eq(mixingRuns.id, run.id), {
          plan: plan && { ...plan, lookalikes },
        });
        if (await settleOutput(ctx, tx, run, output, { state: 'replaced', likeId: alike.file, facts })) {
          await keepFootage(tx, run, rendered.output);
        }
        return;
      }
      const name = `${output.name}.mp4`;
      const file = await ctx.files.addLocal(tx, accountId, rendered.path, {
        ...{ name, type: 'video/mp4', withinSpace: true },
      });
      const poster =
        rendered.poster === null
          ? null
          : await ctx.files.addLocal(tx, accountId, rendered.poster, {
              ...{ name: `${output.name}.jpg`, type: 'image/jpeg', derived: true },
            });
      const made = { state: 'made', fileId: file.id, posterId: poster?.id ?? null, facts } as const;
      if (await settleOutput(ctx, tx, run, output, made)) {
        await keepFootage(tx, run, rendered.output);
        return;
      }
      await ctx.files.forget(tx, accountId, [file.id, ...(poster === null ? [] : [poster.id])]);
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Estimated bytes per video of the run, so that accounts without enough space are refused before the work. */
async function usualSize(ctx: ServerContext, { id, accountId }: Run): Promise<number> {
  const [made] = await ctx.db.orm
    .select({ bytes: sql<number>`coalesce(avg((${mixingOutputs.facts} ->> 'size')::float8), 1)` })
    .from(mixingOutputs)
    .where(and(eq(mixingOutputs.runId, id), eq(mixingOutputs.accountId, accountId), eq(mixingOutputs.state, 'made')));
  return Math.round(made?.bytes ?? 1);
}

type RenderedTo = { path: string; poster: string | null; output: RenderedOutput } | { refused: RunRefusal[] };

async function renderTo(ctx: ServerContext, job: JobRun, run: Run, output: Output, work: string): Promise<RenderedTo> {
  const { accountId } = job.task;
  const { media } = ctx;
  const used = new Set(output.shots.map(({ material }) => material));
  const prepared = await prepareMaterials(media, runMaterials(ctx, accountId, run.document, used), {
    signal: job.signal,
  });
  if (prepared.refused.length > 0) {
    return { refused: prepared.refused.map(({ id, error }) => refusal(id, error)) };
  }
  const materials = new Map(prepared.ready.map((material) => [material.id, material]));
  const project = run.document;
  const blends = new Map(Object.entries(run.plan?.blends ?? {}));
  const recipe = recipeOf(media, { project, materials, blends, shots: output.shots, title: output.title });
  const music = project.music === null ? undefined : await fileSource(ctx, accountId, project.music.material);
  const path = join(work, 'output.mp4');
  const tell = progressTeller(ctx, run);
  try {
    const rendered = await renderOutput(media, {
      ...{ project, recipe, work, output: path, signal: job.signal },
      sounds: {
        music: music === undefined ? undefined : soundNode(media.runner, music),
        voice: await voiceOver(media, ctx.providers, project, run.plan?.shortestSeconds ?? 0, job.signal),
      },
      onProgress(done, left) {
        job.progress(done, left ?? undefined);
        void tell();
      },
    });
    const poster = await makeStill(ctx, recipe, join(work, 'poster.jpg'), job.signal);
    return { path, poster, output: rendered };
  } catch (error) {
    const hash =
      error instanceof ExpectedError && error.code === 'core:media.broken' ? error.params['material'] : undefined;
    const broken = prepared.ready.filter(({ source }) => source.hash === hash);
    if (broken.length === 0) {
      throw error;
    }
    return { refused: broken.map(({ id }) => refusal(id, error as ExpectedError)) };
  }
}

function refusal(material: string, { code, params }: ExpectedError): RunRefusal {
  return { material, error: { code, params } };
}

/** Reports the progress of the whole run, at most once a second; a failed report does not fail the video. */
function progressTeller(ctx: ServerContext, run: Run): () => Promise<void> {
  let last = 0;
  return async () => {
    if (Date.now() - last < 1000) return;
    last = Date.now();
    await tellProgress(ctx, run).catch((error: unknown) => ctx.log.debug({ err: error }, 'progress was not told'));
  };
}
