import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/context.ts';
import { temporaryName } from '#core/server/files/temporary-names.ts';
import type { JobHandler, JobRun } from '#core/server/jobs/jobs.ts';
import { soundNode } from '#core/server/media/operations/sound-source.ts';

import { prepareMaterials } from '../render/prepare-materials.ts';
import { recipeOf } from '../render/recipe.ts';
import { renderOutput, type RenderedOutput } from '../render/render-output.ts';
import { usableGroups } from '../render/usable-groups.ts';
import { voiceOver } from '../render/voice-over.ts';
import { mixingOutputs } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { packOutput } from './output-facts.ts';
import type { RunRefusal } from './run-facts.ts';
import { fileSource, runMaterials } from './run-materials.ts';
import { settleOutput, type Output, type Run } from './settle-output.ts';

const payloadSchema = z.object({ runId: z.uuid(), outputId: z.uuid() });

/** The job that makes one output of a run. */
export function renderRunOutput(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { runId, outputId } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const scope = ctx.db.scope(accountId);
    const run = await findMixRun(scope, runId);
    const output = await scope.find(mixingOutputs, eq(mixingOutputs.id, outputId));
    if (run.state !== 'rendering' || output?.state !== 'planned' || run.plan === null) {
      await job.complete();
      return;
    }
    await render(ctx, job, run, output);
  };
}

async function render(ctx: ServerContext, job: JobRun, run: Run, output: Output): Promise<void> {
  const { accountId } = job.task;
  const work = join(ctx.temporaryFolder, temporaryName());
  await mkdir(work, { recursive: true });
  try {
    const rendered = await renderTo(ctx, job, run, output, work);
    if ('refused' in rendered) {
      await job.complete((tx) => settleOutput(ctx, tx, run, output, { state: 'given-up' }, rendered.refused));
      return;
    }
    const name = `${run.document.name}-${String(output.position + 1).padStart(3, '0')}.mp4`;
    await job.complete(async (tx) => {
      const file = await ctx.files.addLocal(tx, accountId, rendered.path, { name, type: 'video/mp4' });
      await settleOutput(ctx, tx, run, output, { state: 'made', fileId: file.id, facts: packOutput(rendered.output) });
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

type RenderedTo = { path: string; output: RenderedOutput } | { refused: RunRefusal[] };

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
  const refused = new Set(run.refused.map(({ material }) => material));
  const usable = new Map(
    runMaterials(ctx, accountId, run.document)
      .filter(({ id }) => !refused.has(id))
      .map(({ id }) => [id, true]),
  );
  const project = usableGroups(run.document, usable, refused.size);
  const blends = new Map(Object.entries(run.plan?.blends ?? {}));
  const recipe = recipeOf(media.runner, { project, materials, blends, shots: output.shots, title: output.title });
  const music = project.music === null ? undefined : await fileSource(ctx, accountId, project.music.material);
  const path = join(work, 'output.mp4');
  try {
    const rendered = await renderOutput(media, {
      ...{ project, recipe, work, output: path, signal: job.signal },
      sounds: {
        music: music === undefined ? undefined : soundNode(media.runner, music),
        voice: await voiceOver(media, ctx.providers, project, run.plan?.shortestSeconds ?? 0, job.signal),
      },
      onProgress: (done, left) => job.progress(done, left ?? undefined),
    });
    return { path, output: rendered };
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
