import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { FailureHandler, JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';
import { soundNode } from '#core/server/services/media/operations/sound-source.ts';

import { prepareMaterials } from '../render/prepare-materials.ts';
import { recipeOf } from '../render/recipe.ts';
import { renderOutput } from '../render/render-output.ts';
import { speakersOf, voiceOver } from '../render/voice-over.ts';
import { fileSource, runMaterials } from '../runs/run-materials.ts';
import { mixingPreviews } from '../tables.ts';
import { previewHolder } from './render-mix-preview.ts';

const payloadSchema = z.object({ previewId: z.uuid() });

type Row = typeof mixingPreviews.$inferSelect;

/** The job that renders one combination as a run would, only smaller. */
export function renderPreview(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { previewId } = payloadSchema.parse(job.payload);
    const row = await ctx.db.scope(job.task.accountId).find(mixingPreviews, eq(mixingPreviews.id, previewId));
    if (row?.state !== 'working') {
      await job.complete();
      return;
    }
    const work = join(ctx.temporaryFolder, temporaryName());
    await mkdir(work, { recursive: true });
    try {
      const path = await renderTo(ctx, job, row, work);
      await job.complete(async (tx) => {
        const { accountId } = row;
        const name = `${previewId}.mp4`;
        const file = await ctx.files.addLocal(tx, accountId, path, { name, type: 'video/mp4', derived: true });
        await settle(ctx, tx, row, { state: 'ready', fileId: file.id });
      });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

/** What follows when a preview was not rendered: its owner is told why. */
export function previewFailed(ctx: ServerContext): FailureHandler {
  return async (tx, task, payload) => {
    const { previewId } = payloadSchema.parse(payload);
    const row = await tx.scope(task.accountId).find(mixingPreviews, eq(mixingPreviews.id, previewId));
    if (row !== undefined) await settle(ctx, tx, row, { state: 'failed', error: task.error });
  };
}

async function renderTo(ctx: ServerContext, job: JobRun, row: Row, work: string): Promise<string> {
  const { accountId, document: project, combination } = row;
  const { media } = ctx;
  const { signal } = job;
  const { ready, refused } = await prepareMaterials(media, runMaterials(ctx, accountId, project), { signal });
  const [first] = refused;
  if (first !== undefined) throw first.error;
  const { shots, title } = combination;
  const materials = new Map(ready.map((material) => [material.id, material]));
  const blends = new Map(Object.entries(combination.blends));
  const recipe = recipeOf(media, { project, materials, blends, shots, title });
  const music = project.music === null ? undefined : await fileSource(ctx, accountId, project.music.material);
  const output = join(work, 'output.mp4');
  await renderOutput(media, {
    ...{ project, recipe, work, output, signal },
    sounds: {
      music: music === undefined ? undefined : soundNode(media.runner, music),
      voice: await voiceOver(media, speakersOf(ctx, accountId), project, {
        ...{ position: combination.position ?? 0, seconds: combination.shortestSeconds, signal },
      }),
    },
    onProgress: (done, left) => job.progress(done, left ?? undefined),
  });
  return output;
}

async function settle(ctx: ServerContext, tx: Tx, row: Row, values: Partial<Row>): Promise<void> {
  const { id, accountId } = row;
  const working = and(eq(mixingPreviews.id, id), eq(mixingPreviews.state, 'working')) ?? eq(mixingPreviews.id, id);
  await tx.scope(accountId).update(mixingPreviews, working, values);
  await ctx.files.release(tx, accountId, previewHolder(id));
}
