import { eq } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { findProject, type Own } from '../project-rows.ts';
import { translationExportLines, type ExportCue } from '../tables.ts';
import { exportCues } from './export-cues.ts';

/** The lines of an export, by their languages. */
export type ExportLines = ReadonlyMap<string, readonly ExportCue[]>;

/**
 * Reads what an export shows, and the original, whose lines say where all languages have theirs.
 * @throws expected `translation:missing` (404), `translation:export.no-lines` (422)
 */
export async function readCues(ctx: ServerContext, own: Own, languages: readonly string[]): Promise<ExportLines> {
  const { from } = await findProject(ctx.db, own);
  const read = new Map<string, readonly ExportCue[]>();
  for (const language of new Set([...languages, from])) {
    read.set(language, await exportCues(ctx, { ...own, language }));
  }
  return read;
}

/** Keeps lines with the run that shows them, so that none of its videos has what was written after it began. */
export async function freezeCues(tx: Tx, accountId: string, runId: string, lines: ExportLines): Promise<void> {
  // One after another: a language may have 10 000 lines.
  for (const [language, cues] of lines) {
    await tx.scope(accountId).insert(translationExportLines, { runId, language, cues });
  }
}

/**
 * The lines of a language as they were when a run began; as they are in a run of before lines were kept.
 * @throws expected `translation:missing` (404), `translation:export.no-lines` (422)
 */
export async function frozenCues(
  ctx: ServerContext,
  { accountId, runId, project }: { accountId: string; runId: string; project: string },
  language: string,
): Promise<readonly ExportCue[]> {
  const { runId: run, language: tag } = translationExportLines;
  const kept = await ctx.db.scope(accountId).find(translationExportLines, [eq(run, runId), eq(tag, language)]);
  return kept?.cues ?? (await exportCues(ctx, { accountId, id: project, language }));
}
