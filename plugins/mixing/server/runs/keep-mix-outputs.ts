import type { ServerContext } from '#core/server/plugins/context.ts';

import { neededLibrary } from '../library.ts';
import { findMixRun } from './find-mix-run.ts';
import { madeOutputs } from './made-outputs.ts';

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
  const chosen = outputs === undefined ? null : new Set(outputs);
  const made = await madeOutputs(scope, runId, ({ id }) => chosen === null || chosen.has(id));
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
