import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';

import { chooseWaiting } from './choose-waiting.ts';
import { lockPieces } from './taken-pieces.ts';
import { sourceOf } from '../source-of.ts';
import { piecesVideos } from '../tables.ts';
import { measureVideo } from '../measures/measure-video.ts';

const payloadSchema = z.strictObject({ id: z.uuid(), hasText: z.boolean() });

/** The job that measures one video; the projects that wait for it get their pieces. */
export function measureJob(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id, hasText } = payloadSchema.parse(job.payload);
    const { accountId } = job.task;
    const values = await sourceOf(ctx, accountId, id)
      .then((source) => measureVideo(ctx, source, { ...job, hasText }))
      .then(
        (footage) => ({ state: 'measured', footage, error: null }) as const,
        (error: unknown) => {
          if (!(error instanceof ExpectedError) || error.kind === 'unavailable') throw error;
          return { state: 'failed', error: { code: error.code, params: error.params } } as const;
        },
      );
    await job.complete(async (tx) => {
      await lockPieces(tx, accountId);
      // Whoever wants its text asked after this began: another job looks for that.
      const same = eq(piecesVideos.id, id);
      const where = hasText ? same : ([same, eq(piecesVideos.hasText, false)] as const);
      await tx.scope(accountId).update(piecesVideos, where, values);
      await chooseWaiting(ctx, tx, accountId);
    });
  };
}

/** A video that could not be measured, or no longer should be. */
export function measureEnded(ctx: ServerContext): FailureHandler {
  return async (tx, { accountId, error }, payload) => {
    const { id } = payloadSchema.parse(payload);
    await lockPieces(tx, accountId);
    const values = { state: 'failed', error: error ?? { code: 'pieces:measuring-stopped', params: {} } } as const;
    await tx.scope(accountId).update(piecesVideos, eq(piecesVideos.id, id), values);
    await chooseWaiting(ctx, tx, accountId);
  };
}
