import { slowedSpan, type SlowStretch } from '#core/contract/slow-stretches.ts';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { chooseFiles } from '#core/web/choose-files.ts';
import type { Http } from '#core/web/http/http.ts';
import { readSubtitles, type Refusal } from '#core/web/read-subtitles.ts';
import { saveBlob } from '#core/web/save-blob.ts';
import { saveSheet, stemOf, textFile } from '#core/web/subtitle-files.ts';

import { exportSheet, importLanguage, type Line, type Project } from '#plugins/translation/calls.ts';

export const EXPORTS = ['srt', 'vtt', 'txt', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORTS)[number];
/** Those with times, which a dub with a slower picture has others of. */
export const SLOWED_EXPORTS = ['srt', 'vtt'] as const;

/** Lines that have a translation, as cues. */
export function cuesOf(lines: readonly Line[]): TimedCue[] {
  return lines
    .filter(({ text, state }) => state !== 'open' && text.trim() !== '')
    .map(({ cue, start, end, text, speaker }) => ({ id: cue, start, end, text, speaker, words: [], source: 'typed' }));
}

/**
 * Has the browser save a language.
 * @param slower in which stretches the video is that its times are of
 * @returns how many lines are left out for want of a translation
 */
export async function exportLanguage(
  http: Http,
  { project, language, lines }: { project: Project; language: string; lines: readonly Line[] },
  format: ExportFormat,
  slower: readonly SlowStretch[] = [],
): Promise<number> {
  const name = `${stemOf(project.name)} ${language}`;
  if (format === 'xlsx') {
    saveSheet((await http.call(exportSheet, { params: { id: project.id, language } })).base64, name);
    return 0;
  }
  const cues = cuesOf(lines);
  const timed = cues.map((cue) => ({ ...cue, ...slowedSpan(slower, cue) }));
  saveBlob(textFile(timed, format), `${name}.${format}`);
  return lines.length - cues.length;
}

/** What became of a file that was imported. */
export type ImportEnd = { refusal: Refusal | 'one' } | { taken: number; left: number };

/** Has somebody choose a file, and takes translations from it. @returns undefined when that was dismissed */
export async function importFile(
  http: Http,
  { project, language }: { project: Project; language: string },
): Promise<ImportEnd | undefined> {
  const files = await chooseFiles({ accept: '.srt,.vtt,.ass,.ssa,.xlsx,.csv' });
  const [file, ...others] = files ?? [];
  if (file === undefined) return undefined;
  if (others.length > 0) return { refusal: 'one' };
  const read = await readSubtitles(file, project.seconds, language);
  if ('refusal' in read) return read;
  // Its times would be made up.
  if (read.isSpread) return { refusal: 'untimed' };
  const cues = read.cues.map(({ start, end, text }) => ({ start, end, text }));
  return await http.call(importLanguage, { params: { id: project.id, language }, body: { cues } });
}
