import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { MixOutput } from '#plugins/mixing/calls.ts';
import { mixingOutputs, type Output } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { RENDER_OUTPUT } from './job-names.ts';

/** Seconds. Addresses made within one window are the same, so that a reload of the list does not load its videos again. */
const URL_WINDOW = 6 * 60 * 60;

/** Outputs that are being made are never more than this. */
const MAX_WORKING = 1000;

export interface ListOutputsOptions {
  cursor?: string;
  limit: number;
  /** Only those that changed after this revision. */
  since?: number;
  /** Only these. */
  ids?: readonly string[];
  language: MessageLanguage;
}

/**
 * Lists the outputs of a run in their order, or those that changed. The cursor is the last row's id.
 * @throws expected `mixing:run-missing` (404), `mixing:cursor-invalid` (422)
 */
export async function listMixOutputs(
  ctx: ServerContext,
  accountId: string,
  runId: string,
  { cursor, limit, since, ids, language }: ListOutputsOptions,
) {
  const scope = ctx.db.scope(accountId);
  // Read before the rows, so that a change in between is included again in the next response.
  const { revision } = await findMixRun(scope, runId);
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success) {
    fail('mixing:cursor-invalid', {}, { kind: 'invalid' });
  }
  const listed = and(
    eq(mixingOutputs.runId, runId),
    since === undefined ? undefined : gt(mixingOutputs.revision, since),
    ids === undefined ? undefined : inArray(mixingOutputs.id, [...ids]),
  );
  const rows = await scope.select(mixingOutputs, {
    where: and(listed, cursor === undefined ? undefined : gt(mixingOutputs.id, cursor)),
    orderBy: asc(mixingOutputs.id),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const working = await outputsBeingMade(ctx, accountId, runId);
  return {
    items: await presentOutputs(ctx, accountId, items, { working, language }),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await scope.count(mixingOutputs, listed),
    revision,
    working: [...working].map(([id, progress]) => ({ id, progress })),
  };
}

/** How far each output is that is being made, by its id. */
async function outputsBeingMade(ctx: ServerContext, accountId: string, runId: string): Promise<Map<string, number>> {
  const tasks = await ctx.jobs.list(accountId, { subjectId: runId, states: ['running'], limit: MAX_WORKING });
  const progress = new Map(tasks.filter(({ job }) => job === RENDER_OUTPUT).map((task) => [task.id, task.progress]));
  if (progress.size === 0) return new Map();
  const rows = await ctx.db.orm
    .select({ id: mixingOutputs.id, taskId: mixingOutputs.taskId })
    .from(mixingOutputs)
    .where(
      and(
        eq(mixingOutputs.accountId, accountId),
        eq(mixingOutputs.runId, runId),
        eq(mixingOutputs.state, 'planned'),
        inArray(mixingOutputs.taskId, [...progress.keys()]),
      ),
    );
  return new Map(rows.map(({ id, taskId }) => [id, progress.get(taskId ?? '') ?? 0]));
}

async function presentOutputs(
  ctx: ServerContext,
  accountId: string,
  rows: readonly Output[],
  { working, language }: { working: ReadonlyMap<string, number>; language: MessageLanguage },
): Promise<MixOutput[]> {
  const wanted = rows.flatMap(({ fileId, posterId }) => [fileId, posterId].filter((id) => id !== null));
  const files =
    wanted.length === 0
      ? []
      : await ctx.db.scope(accountId).select(coreFiles, { where: inArray(coreFiles.id, wanted) });
  const likes = rows.flatMap(({ likeId }) => likeId ?? []);
  const liked =
    likes.length === 0
      ? []
      : await ctx.db.scope(accountId).select(mixingOutputs, { where: inArray(mixingOutputs.id, likes) });
  const names = new Map(liked.map((output) => [output.id, `${output.name}.mp4`]));
  const hashes = new Map(files.map(({ id, hash }) => [id, hash]));
  const seconds = urlSeconds(ctx.clock.now());
  const urlOf = async (id: string | null, type: string, filename: string) => {
    const hash = hashes.get(id ?? '');
    return hash === undefined ? null : ctx.files.store.signedUrl(blobKey(hash), seconds, { filename, type });
  };
  return Promise.all(
    rows.map(async (row) => {
      const { id, position, state, shots, title, fileId, facts, error } = row;
      const name = `${row.name}.mp4`;
      const done = working.get(id);
      const deleted = state === 'made' && !hashes.has(fileId ?? '');
      return {
        ...{ id, position, title, name, like: names.get(row.likeId ?? '') ?? null },
        state: done === undefined ? state : 'rendering',
        progress: state === 'made' ? 1 : (done ?? 0),
        error: deleted
          ? translate(language, 'mixing:video-deleted')
          : error === null
            ? null
            : translate(language, error.code, error.params),
        shots: shots.map(({ group, material, window }) => ({ group, material, window })),
        fileId: deleted ? null : fileId,
        seconds: facts?.seconds ?? null,
        size: facts?.size ?? null,
        loudnessRange: facts?.loudnessRange ?? null,
        url: await urlOf(fileId, 'video/mp4', name),
        // No player takes this type, so every browser saves it.
        downloadUrl: await urlOf(fileId, 'application/octet-stream', name),
        poster: await urlOf(row.posterId, 'image/jpeg', `${row.name}.jpg`),
      };
    }),
  );
}

/** How many seconds addresses of videos stay valid: to the end of the next window. */
function urlSeconds(now: Date): number {
  return 2 * URL_WINDOW - (Math.floor(now.getTime() / 1000) % URL_WINDOW);
}
