import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { FoundShots } from '#core/contract/shots.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readShots, shotsNode } from '#core/server/services/media/shots/shots-node.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { shotsChanged } from '../events.ts';
import { segmentationVideos } from './tables.ts';

const payloadSchema = z.strictObject({ id: z.uuid() });

/** A material as nodes read it. @throws expected `segmentation:video-missing`, `core:file-missing` */
export async function sourceOf(ctx: ServerContext, accountId: string, id: string): Promise<NodeSource> {
  const library = ctx.use(LIBRARY) ?? fail('segmentation:library-missing', {}, { kind: 'unavailable' });
  const source = await library.source(accountId, id, 'video');
  return source ?? fail('segmentation:video-missing', {}, { kind: 'invalid' });
}

/** Finds the shots of a video, unless they were found before by anybody. @throws what damaged materials are told by */
export async function findShots(
  ctx: ServerContext,
  accountId: string,
  id: string,
  { signal, progress }: { signal: AbortSignal; progress(done: number): void },
): Promise<FoundShots> {
  const source = await sourceOf(ctx, accountId, id);
  const { runner, graph } = ctx.media;
  const look = materialNode(runner, source);
  const read = ([folder = '']: readonly string[]) => readMaterial(folder, source.name, { minSeconds: 0 });
  const material = await graph.make([look], read, { signal });
  const node = shotsNode(runner, source, material);
  return graph.make([node], ([folder = '']) => readShots(folder), { signal, onProgress: (done) => progress(done) });
}

/** The job that finds the shots of one video. */
export function findShotsJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const values = await findShots(ctx, accountId, id, job).then(
      (found) => ({ state: 'found', found, error: null }) as const,
      (error: unknown) => {
        if (!(error instanceof ExpectedError) || error.kind === 'unavailable') throw error;
        return { state: 'failed', error: { code: error.code, params: error.params } } as const;
      },
    );
    await job.complete(async (tx) => {
      const scope = tx.scope(accountId);
      await scope.update(segmentationVideos, eq(segmentationVideos.id, id), values);
      await ctx.events.publish(tx, shotsChanged, { accountId, data: { ids: [id] } });
    });
  };
}

/** A video whose shots could not be looked for, or no longer should be. */
export function findShotsEnded(ctx: ServerContext): FailureHandler {
  return async (tx, { accountId, error }, payload) => {
    const { id } = payloadSchema.parse(payload);
    const values = { state: 'failed', error: error ?? { code: 'segmentation:find-stopped', params: {} } } as const;
    await tx.scope(accountId).update(segmentationVideos, eq(segmentationVideos.id, id), values);
    await ctx.events.publish(tx, shotsChanged, { accountId, data: { ids: [id] } });
  };
}
