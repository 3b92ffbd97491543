import { fail } from '#core/contract/errors.ts';
import type { TimedWord } from '#core/contract/timed-text/timed-cue.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { TEXTS } from '#plugins/copywriting/server/api.ts';

import { findLanguage, translatedLines, type OfLanguage } from '../lines.ts';
import { findProject, type Own } from '../project-rows.ts';
import type { ExportCue, ProjectRow } from '../tables.ts';
import type { SubtitleCue } from './subtitle-cue.ts';

/** Who uses texts of the plugin that keeps them. */
type TextReader = Pick<ServerContext, 'use'>;

/** The project, if it has that language or is of it. @throws expected `translation:missing` (404) */
export async function findExported(tx: Tx, own: OfLanguage): Promise<ProjectRow> {
  const project = await findProject(tx, own);
  return project.from === own.language ? project : await findLanguage(tx, own);
}

/**
 * The lines of a language that have words, in their order; of the language that is translated, as they are heard.
 * @throws expected `translation:missing` (404), `translation:export.no-lines` (422)
 */
export async function exportCues(ctx: TextReader & { db: Tx }, own: OfLanguage): Promise<ExportCue[]> {
  const project = await findExported(ctx.db, own);
  const lines = await translatedLines(ctx.db, own);
  const isSource = project.from === own.language;
  const timed = isSource ? await wordsOf(ctx, own, project) : new Map<string, readonly TimedWord[]>();
  const cues = lines.flatMap(({ line, text }): ExportCue[] => {
    const { cue, start, end, speaker } = line;
    const words = isSource ? line.text : text === null || text.state === 'open' ? '' : text.text;
    return words.trim() === '' ? [] : [{ cue, start, end, speaker, text: words, words: timed.get(cue) ?? [] }];
  });
  return cues.length > 0 ? cues : fail('translation:export.no-lines', {}, { kind: 'invalid' });
}

async function wordsOf({ use }: TextReader, { accountId }: Own, { textId }: ProjectRow) {
  const text = await use(TEXTS)?.find(accountId, textId);
  return new Map(text?.cues.map(({ id, words }) => [id, words]));
}

/** Subtitles with a second language below the first one, where that has the same line. */
export function withSecond(cues: readonly ExportCue[], second: readonly ExportCue[]): SubtitleCue[] {
  const others = new Map(second.map(({ cue, text }) => [cue, text]));
  return cues.map(({ cue, start, end, text, words }) => ({
    ...{ start, end, text, words: [...words], second: others.get(cue) ?? '' },
  }));
}
