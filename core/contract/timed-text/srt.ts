import { gatherCues, type ReadText } from './read-cues.ts';
import { readTimestamp, withoutMarks, writeTimestamp } from './timestamp.ts';
import { linesOf } from './tidy-text.ts';
import type { TimedCue } from './timed-cue.ts';

// Players also take arrows that editors have "improved", and what follows the times.
const TIMES = /^(\d[\d:：,.，．;]*)\s*(?:-+>|—+>|–+>|→|＞|⟶)\s*(\d[\d:：,.，．;]*)(?:\s.*)?$/u;
/** Letters of a line that may be times: players write coordinates behind them. */
const LONGEST_TIMES = 200;
const NUMBER = /^\s*\d{1,9}\s*$/;
const TAGS = /<\/?(?:i|b|u|s|font|span|c|v|ruby|rt|lang|br)(?:[\s.][^<>\n]*)?\/?>/giu;
const OVERRIDES = /\{\\[^{}\n]*\}/g;

/**
 * Reads subtitles in SubRip's format as forgiving as players do: numbers may be missing or wrong, blank lines missing,
 * times short, cues out of order. What cannot be read is told by its line.
 */
export function readSrt(file: string): ReadText {
  const lines = linesOf(file);
  const found = gatherCues('file');
  let open: { line: number; start: number; end: number; text: string[] } | null = null;
  let number = 0;
  /** After times that cannot be read, what follows up to a blank line belongs to nothing. */
  let isLost = false;
  const close = (): void => {
    if (open !== null) found.add({ ...open, text: plain(open.text.join('\n')) });
    open = null;
  };
  for (const [at, raw] of lines.entries()) {
    const line = at + 1;
    const times = readTimes(raw);
    if (times === undefined) {
      if (isLost && raw.trim() !== '') continue;
      isLost = false;
      // A number is the next cue's where that one's times follow at once.
      const isNumber = NUMBER.test(raw) && readTimes(lines[line] ?? '') !== undefined;
      if (isNumber && ((lines[at - 1] ?? '').trim() === '' || Number(raw) === number + 1)) {
        number = Number(raw);
        continue;
      }
      if (open === null) {
        if (raw.trim() !== '' && !NUMBER.test(raw)) found.tell(line, 'stray');
      } else open.text.push(raw);
      continue;
    }
    close();
    isLost = times === null;
    if (times === null) found.tell(line, 'time');
    else open = { line, ...times, text: [] };
  }
  close();
  return found.done();
}

/** The times of a line; null where they cannot be read, undefined where none are meant. */
function readTimes(line: string): { start: number; end: number } | null | undefined {
  if (line.length > LONGEST_TIMES) return undefined;
  const clean = withoutMarks(line).trim();
  const [, from, to] = TIMES.exec(clean) ?? [];
  const [start, end] = [readTimestamp(from ?? ''), readTimestamp(to ?? '')];
  if (start !== null && end !== null) return { start, end };
  return from !== undefined || (clean.includes('-->') && /\d.?[:：]/u.test(clean)) ? null : undefined;
}

/** A text without the tags that SubRip files have. */
function plain(text: string): string {
  return text
    .replaceAll(/<br\s*\/?>/giu, '\n')
    .replaceAll(TAGS, '')
    .replaceAll(OVERRIDES, '');
}

/** Writes subtitles in SubRip's format. */
export function writeSrt(cues: readonly TimedCue[]): string {
  const blocks = cues.map(({ start, end, text }, at) => {
    const times = `${writeTimestamp(start, ',')} --> ${writeTimestamp(end, ',')}`;
    // The format has no way to write an arrow that stands in a text.
    return `${at + 1}\r\n${times}\r\n${text.replaceAll('-->', '→').replaceAll('\n', '\r\n')}\r\n`;
  });
  return blocks.join('\r\n');
}
