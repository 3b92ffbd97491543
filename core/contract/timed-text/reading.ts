import { known } from './sentences.ts';
import type { TimedCue } from './timed-cue.ts';

/** How people read subtitles of a language. */
export interface ReadingLimits {
  /** Letters a second that are read without hurry. */
  speed: number;
  /** Letters of a line. */
  line: number;
}

/**
 * What subtitling houses ask for, by the first part of a language's tag; others are read like English. Letters of
 * Chinese, Japanese and Korean are twice as wide and say more.
 */
const READING: Readonly<Record<string, ReadingLimits>> = {
  zh: { speed: 9, line: 16 },
  ja: { speed: 8, line: 16 },
  ko: { speed: 12, line: 16 },
  th: { speed: 17, line: 35 },
  ar: { speed: 20, line: 42 },
  hi: { speed: 22, line: 42 },
};
const USUAL: ReadingLimits = { speed: 20, line: 42 };

/** The limits for a language. @param language BCP 47 tag */
export function readingLimits(language: string): ReadingLimits {
  return READING[language.toLowerCase().split('-')[0] ?? ''] ?? USUAL;
}

/** Between cues lie at least so many frames, or none: one frame flickers. */
export const SHORTEST_GAP_FRAMES = 2;
/** Cues begin after this many milliseconds: players miss earlier ones. */
export const EARLIEST_MILLISECONDS = 100;

/**
 * What readers stumble over.
 * - `fast`: there is not enough time to read it
 * - `long-line`: one of its lines is too long
 * - `overlap`: it begins before the one before it has ended
 * - `gap`: it follows the one before it after less than two frames
 * - `early`: it begins within the first tenth of a second
 */
export type CueWarning = 'fast' | 'long-line' | 'overlap' | 'gap' | 'early';

/** How long a text is to read: letters with their marks, without spaces between Chinese, and without line breaks. */
export function readLength(text: string): number {
  let length = 0;
  for (const { segment } of LETTERS.segment(text)) if (segment !== '\n' && !UNREAD.test(segment)) length += 1;
  return length;
}

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const UNREAD = /^[\u200B-\u200F\u202A-\u202E\u2060-\u2069]$/;

/** Letters a second that a cue asks of its readers. */
export function readingSpeed({ text, start, end }: Pick<TimedCue, 'text' | 'start' | 'end'>): number {
  return end > start ? (readLength(text) * 1000) / (end - start) : Infinity;
}

/**
 * What is wrong with a cue for those who read it.
 * @param options.before the cue before it
 * @param options.frame milliseconds of a frame
 */
export function warningsOf(
  cue: Pick<TimedCue, 'text' | 'start' | 'end'>,
  { before, language, frame }: { before?: Pick<TimedCue, 'end'>; language: string; frame: number },
): CueWarning[] {
  const { speed, line } = readingLimits(language);
  const gap = before === undefined ? Infinity : cue.start - before.end;
  const warnings: CueWarning[] = [];
  if (readingSpeed(cue) > speed) warnings.push('fast');
  if (cue.text.split('\n').some((each) => readLength(each) > line)) warnings.push('long-line');
  if (gap < 0) warnings.push('overlap');
  if (gap > 0 && gap < SHORTEST_GAP_FRAMES * frame - 0.5) warnings.push('gap');
  if (cue.start <= EARLIEST_MILLISECONDS) warnings.push('early');
  return warnings;
}

/** No line begins with these, and none ends with those that open something. */
const [CLOSES, OPENS] = [/^[\p{Pe}\p{Pf}\p{Po}%℃°ーっゃゅょッャュョ々ๆฯ]+$/u, /^[\p{Ps}\p{Pi}¥$€£#@]+$/u];
const ENDS_PART = /[，。！？、；：,.!?;:…]$/u;
/** Words of English that a line does not end with. */
const CLINGS = /^(?:a|an|the|of|to|in|on|at|by|for|and|or|but|with|from|my|your|his|her|its|our|their|is|are|was)$/i;

/**
 * Breaks a text into lines of at most so many letters where readers expect it: behind signs that end a part, else
 * between words, and of about one length; never before a sign that closes, nor behind one that opens.
 * @param most letters of a line; what a language asks for by default
 */
export function breakLines(text: string, language: string, most = readingLimits(language).line): string[] {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const length = readLength(flat);
  if (length <= most) return flat === '' ? [] : [flat];
  const units = unitsOf(flat, language, most);
  const lines: string[] = [];
  // Lines of about one length read better than a full one and a rest.
  let left = units.reduce((sum, { length: letters }) => sum + letters, 0);
  for (let from = 0; from < units.length;) {
    const count = Math.ceil(left / most);
    const cut = count === 1 ? units.length : bestCut(units, { from, aim: left / count, most });
    const line = units.slice(from, cut);
    left -= line.reduce((sum, { length: letters }) => sum + letters, 0);
    lines.push(
      line
        .map(({ text: part }) => part)
        .join('')
        .trim(),
    );
    from = cut;
  }
  return lines.filter((line) => line !== '');
}

interface Unit {
  text: string;
  length: number;
}

/** The parts between which a line may break. */
function unitsOf(text: string, language: string, most: number): Unit[] {
  const units: string[] = [];
  let opens = false;
  for (const { segment } of new Intl.Segmenter(known(language), { granularity: 'word' }).segment(text)) {
    const last = units.length - 1;
    const isClosing = CLOSES.test(segment) || /^\s+$/.test(segment);
    if (last >= 0 && (isClosing || opens)) units[last] += segment;
    else units.push(...(readLength(segment) > most ? piecesOf(segment, most) : [segment]));
    opens = OPENS.test(segment);
  }
  return units.map((unit) => ({ text: unit, length: readLength(unit) }));
}

/** What has no place to break, such as an address, in pieces that fit. */
function piecesOf(text: string, most: number): string[] {
  const letters = [...LETTERS.segment(text)].map(({ segment }) => segment);
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; at += most) pieces.push(letters.slice(at, at + most).join(''));
  return pieces;
}

/** Behind which unit a line ends. @param place.aim its letters, about */
function bestCut(units: readonly Unit[], { from, aim, most }: { from: number; aim: number; most: number }): number {
  let best = { cut: from + 1, cost: Infinity };
  let length = 0;
  for (let at = from; at < units.length; at += 1) {
    const { text, length: letters } = units[at] ?? { text: '', length: 0 };
    length += letters;
    const word = text.trim();
    const shown = length - (text.length - text.trimEnd().length);
    if (at > from && shown > most) break;
    const bonus = ENDS_PART.test(word) ? -aim * 0.4 : CLINGS.test(word) ? aim * 0.3 : 0;
    const cost = Math.abs(shown - aim) + bonus;
    if (cost <= best.cost) best = { cut: at + 1, cost };
  }
  return best.cut;
}
