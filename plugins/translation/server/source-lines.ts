import { and, eq, sql } from 'drizzle-orm';

import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';

import { translationChanged } from '../events.ts';
import { translationLines, translationProjects, type ProjectRow } from './tables.ts';

/** Rows of one statement. */
const BATCH = 1_000;

/** Puts the cues of a text in place of the lines of a project. Cues without words are none. */
export async function putLines(
  tx: Tx,
  { accountId, id }: { accountId: string; id: string },
  cues: readonly TimedCue[],
): Promise<void> {
  const scope = tx.scope(accountId);
  await scope.delete(translationLines, eq(translationLines.projectId, id));
  const rows = cues
    .filter(({ text }) => text.trim() !== '')
    .map(({ id: cue, start, end, speaker, text }, position) => ({
      ...{ projectId: id, cue, position, start, end, speaker, text },
    }));
  for (let at = 0; at < rows.length; at += BATCH) await scope.insert(translationLines, rows.slice(at, at + BATCH));
}

/** Takes changes of the text over; what was translated stays, and says of which words it is. */
export async function takeOverText(ctx: ServerContext, project: ProjectRow): Promise<void> {
  const { id, accountId, textId, textRevision } = project;
  const text = await ctx.use(TEXTS)?.find(accountId, textId);
  if (text === undefined || text.revision <= textRevision) return;
  await ctx.db.transaction(async (tx) => {
    const own = and(eq(translationProjects.accountId, accountId), eq(translationProjects.id, id));
    // Two readers at once: the second one has nothing to do any more.
    const taken = await tx.orm
      .update(translationProjects)
      .set({ textRevision: text.revision, seconds: text.seconds, materialId: text.materialId })
      .where(and(own, sql`${translationProjects.textRevision} < ${text.revision}`))
      .returning({ id: translationProjects.id });
    if (taken.length === 0) return;
    await putLines(tx, { accountId, id }, text.cues);
    await ctx.events.publish(tx, translationChanged, { accountId, data: { id } });
  });
}
