import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { eq } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { JobHandler, JobRun } from '#core/server/services/jobs/jobs.ts';

import { materialReady } from '../api.ts';
import type { MaterialRow } from '../items/material-row.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { picturesOf } from '../items/pictures-of.ts';
import { materialsItems, type MadePicture, type MadePoster } from '../tables.ts';
import { keepFootage } from './footage.ts';
import { inspectImage } from './inspect-image.ts';
import { inspectMusic } from './inspect-music.ts';
import { inspectVideo } from './inspect-video.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import type { LocalPicture, PreparationInput, Prepared } from './prepared.ts';

const payloadSchema = z.object({ id: z.uuid() });

/**
 * The job that looks at a new material. One that cannot be used stays in the list with the reason; the task itself
 * has then done what it was for.
 */
export function prepareMaterial(ctx: ServerContext): JobHandler {
  return async (job) => {
    const { id } = payloadSchema.parse(job.payload);
    const row = await ctx.db.scope(job.task.accountId).find(materialsItems, eq(materialsItems.id, id));
    if (row?.state !== 'preparing') {
      await job.complete();
      return;
    }
    const work = join(ctx.temporaryFolder, temporaryName());
    await mkdir(work, { recursive: true });
    try {
      const prepared = await lookAt(ctx, job, row, work);
      const thumbnail = prepared.poster === null ? null : await makeThumbnail(prepared.poster, work);
      await job.complete((tx) => keep(ctx, tx, row, { ...prepared, thumbnail }));
    } catch (error) {
      if (!(error instanceof ExpectedError) || error.kind === 'unavailable') throw error;
      const { code, params } = error;
      await job.complete(async (tx) => {
        await tx
          .scope(row.accountId)
          .update(materialsItems, eq(materialsItems.id, id), { state: 'failed', error: { code, params } });
        await publishChanged(ctx, tx, row.accountId, [id]);
      });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  };
}

function lookAt(ctx: ServerContext, job: JobRun, row: MaterialRow, work: string): Promise<Prepared> {
  const { hash, name, kind } = row;
  return ctx.files.withLocal(row, async (path) => {
    const input: PreparationInput = {
      path,
      hash,
      name,
      work,
      signal: job.signal,
      progress: (value) => job.progress(value),
    };
    if (kind === 'video') return inspectVideo(ctx.media, input);
    return kind === 'music' ? inspectMusic(ctx.media, input) : inspectImage(input);
  });
}

/** Records what was made and found, unless the material has gone meanwhile; what an earlier look made goes. */
async function keep(
  ctx: ServerContext,
  tx: Tx,
  { id, accountId }: MaterialRow,
  prepared: Prepared & { thumbnail: LocalPicture | null },
): Promise<void> {
  const scope = tx.scope(accountId);
  const before = await scope.find(materialsItems, eq(materialsItems.id, id));
  if (before === undefined) return;
  const { seconds, width, height, codecs = null, peaks } = prepared;
  const save = (picture: LocalPicture, name: string) => record(ctx, tx, accountId, picture, name);
  const poster: MadePoster | null = prepared.poster === null ? null : await save(prepared.poster, 'poster');
  if (poster !== null && prepared.thumbnail !== null) poster.thumbnail = await save(prepared.thumbnail, 'thumbnail');
  const sprite =
    prepared.sprite === null ? null : { ...(await save(prepared.sprite, 'sprite')), ...prepared.sprite.facts };
  const [kept] = await scope.update(materialsItems, eq(materialsItems.id, id), {
    ...{ seconds, width, height, codecs, peaks, poster, sprite },
    ...{ state: 'ready', error: null },
  });
  if (kept !== undefined && prepared.footage !== null) await keepFootage(tx, accountId, id, prepared.footage);
  const surplus = picturesOf(kept === undefined ? { poster, sprite } : before);
  await ctx.files.forget(
    tx,
    accountId,
    surplus.map(({ fileId }) => fileId),
  );
  if (kept === undefined) return;
  await publishChanged(ctx, tx, accountId, [id]);
  await ctx.fire(tx, materialReady, { accountId, data: { id, kind: kept.kind } });
}

async function record(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  { path, type }: LocalPicture,
  name: string,
): Promise<MadePicture> {
  const file = await ctx.files.addLocal(tx, accountId, path, { name, type, derived: true });
  return { fileId: file.id, hash: file.hash, type };
}
