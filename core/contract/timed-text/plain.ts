import { breakLines, readingLimits } from './reading.ts';
import { gatherCues, type ReadText } from './read-cues.ts';
import { sentencesOf } from './sentences.ts';
import { readTimestamp } from './timestamp.ts';
import { linesOf, tidyText } from './tidy-text.ts';
import { cueIds, type TimedCue } from './timed-cue.ts';

/** A time before a line, as lyrics and transcripts have it: `[00:12.5]`, `(0:12)`, `00:00:12`. */
const STAMP = /^[[(【]?\s?(\d{1,3}(?:[:：]\d{1,2}){1,2}(?:[.,]\d{1,3})?)\s?[\])】]?\s?[-–—]?\s?/u;
/** Letters of a line in which its time stands. */
const LONGEST_STAMP = 40;
/** How long the last line of a text with times lasts, in milliseconds, and any at most. */
const [LAST, LONGEST] = [3_000, 10_000];

/** Whether most lines of a text begin with a time. */
export function hasStamps(file: string): boolean {
  const lines = linesOf(file).filter((line) => line.trim() !== '');
  const stamped = lines.filter((line) => stampOf(line) !== null);
  return stamped.length > 0 && stamped.length * 2 >= lines.length;
}

/** The time that a line begins with, and what follows it. */
function stampOf(line: string): { start: number; rest: string } | null {
  const text = line.trimStart();
  const [whole = '', stamp = ''] = STAMP.exec(text.slice(0, LONGEST_STAMP)) ?? [];
  const start = readTimestamp(stamp);
  return start === null ? null : { start, rest: text.slice(whole.length) };
}

/** Reads lines that begin with a time, such as lyrics; each lasts until the next one. */
export function readStamped(file: string): ReadText {
  const found = gatherCues('file');
  const cues: { line: number; start: number; text: string[] }[] = [];
  for (const [at, raw] of linesOf(file).entries()) {
    const stamp = stampOf(raw);
    if (stamp !== null) cues.push({ line: at + 1, start: stamp.start, text: [stamp.rest] });
    // Heads of lyrics, such as `[ti:Name]`, say nothing.
    else if (raw.trim() !== '' && !/^\s*\[[a-z]{2,8}:[^\]]*\]\s*$/i.test(raw)) {
      const open = cues.at(-1);
      if (open === undefined) found.tell(at + 1, 'stray');
      else open.text.push(raw);
    }
  }
  const ordered = cues.toSorted((a, b) => a.start - b.start);
  for (const [at, { line, start, text }] of ordered.entries()) {
    // A line without text says when the one before it ends.
    if (tidyText(text.join('\n')) === '') continue;
    const next = ordered[at + 1]?.start ?? start + LAST;
    found.add({
      line,
      start,
      end: Math.min(next > start ? next : start + LAST, start + LONGEST),
      text: text.join('\n'),
    });
  }
  return found.done();
}

/** What one cue of a text says: a sentence, or of a long one as much as two lines hold, already broken into lines. */
export function cueTexts(text: string, language: string): string[] {
  const { line } = readingLimits(language);
  const parts = sentencesOf(text, language).flatMap((sentence) => breakLines(sentence, language, line * 2));
  return parts.map((part) => tidyText(breakLines(part, language).join('\n'))).filter((part) => part !== '');
}

/**
 * Cues of a text without times: a sentence each, over a stretch of time in proportion to their letters. Nobody has heard
 * when they are said, so somebody has to put them right.
 * @param span.start milliseconds
 */
export function spreadText(text: string, span: { start: number; end: number }, language: string): TimedCue[] {
  const sentences = cueTexts(text, language);
  const weights = sentences.map((sentence) => [...sentence.replaceAll(/\s/g, '')].length + 2);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const nextId = cueIds();
  let said = 0;
  const at = (weight: number): number => Math.round(span.start + ((span.end - span.start) * weight) / whole);
  return sentences.flatMap((sentence, place) => {
    const start = at(said);
    said += weights[place] ?? 0;
    const end = at(said);
    if (end <= start) return [];
    return [{ id: nextId(), start, end, text: sentence, words: [], speaker: '', source: 'typed' as const }];
  });
}

/** What is said, a paragraph for each cue; lines of one are joined as its language writes. */
export function writePlain(cues: readonly Pick<TimedCue, 'text'>[]): string {
  const lines = cues.map(({ text }) => joinLines(text));
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const WIDE_EDGE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}，。！？、；：）】」』”]/u;

/** The lines of a text as one: between Chinese, Japanese or Thai ones stands no space. */
export function joinLines(text: string): string {
  return text.split('\n').reduce((whole, line) => {
    const isTight = WIDE_EDGE.test(whole.at(-1) ?? '') && WIDE_EDGE.test(line[0] ?? '');
    return whole === '' || isTight ? whole + line : `${whole} ${line}`;
  }, '');
}
