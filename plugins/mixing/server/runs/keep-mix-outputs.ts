import { inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import { neededLibrary } from '../library.ts';
import { findMixRun } from './find-mix-run.ts';
import { madeOf } from './outputs.ts';

/** Videos that one transaction takes: each locks its bytes. */
const AT_ONCE = 50;

/**
 * Puts finished videos of a run into a folder of the library. A video that is there already is not put there again.
 * @param outputs all that are finished when absent
 * @throws expected `mixing:run-missing` (404), `mixing:nothing-made` (409), `mixing:library-missing` (503), and what the library says of the folder
 */
export async function keepMixOutputs(
  ctx: ServerContext,
  accountId: string,
  runId: string,
  { outputs, folderId }: { outputs?: readonly string[]; folderId: string | null },
): Promise<{ kept: number }> {
  const library = neededLibrary(ctx);
  const scope = ctx.db.scope(accountId);
  await findMixRun(scope, runId);
  const made = await videosOf(scope, runId, outputs);
  if (made.length === 0) fail('mixing:nothing-made', {}, { kind: 'conflict' });
  for (let at = 0; at < made.length; at += AT_ONCE) {
    await ctx.db.transaction(async (tx) => {
      for (const { fileId, name } of made.slice(at, at + AT_ONCE)) {
        const file = { id: fileId, name: `${name}.mp4` };
        await library.adopt(tx, accountId, file, { kind: 'video', folderId, shared: true });
      }
    });
  }
  return { kept: made.length };
}

/** Videos of a run that are made and still there, in their order. */
async function videosOf(
  scope: AccountScope,
  runId: string,
  outputs: readonly string[] | undefined,
): Promise<{ fileId: string; name: string }[]> {
  const chosen = outputs === undefined ? null : new Set(outputs);
  const made = (await madeOf(scope, runId)).flatMap(({ id, fileId, name }) =>
    fileId !== null && (chosen === null || chosen.has(id)) ? [{ fileId, name }] : [],
  );
  const ids = made.map(({ fileId }) => fileId);
  const files = ids.length === 0 ? [] : await scope.select(coreFiles, { where: inArray(coreFiles.id, ids) });
  const there = new Set(files.map(({ id }) => id));
  return made.filter(({ fileId }) => there.has(fileId));
}
