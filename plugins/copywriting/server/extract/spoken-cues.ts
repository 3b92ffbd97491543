import { cueTexts } from '#core/contract/timed-text/plain.ts';
import { breakLines, readingLimits, readLength } from '#core/contract/timed-text/reading.ts';
import {
  cueIds,
  inOrder,
  TIMED_TEXT_LIMITS,
  type TimedCue,
  type TimedWord,
} from '#core/contract/timed-text/timed-cue.ts';
import { tidySpeaker, tidyText } from '#core/contract/timed-text/tidy-text.ts';
import type { SpokenSegment, Transcript } from '#core/server/services/providers/transcription.ts';

/** A pause between words, in milliseconds, at which a new cue begins. */
const PAUSE = 700;
const ENDS = /[。！？!?…؟۔।]["'”’」』）)]*$|[^.\d]\.["'”’)]*$/u;

/**
 * Cues of what was heard: a sentence each where words have times, else what the service put together, parted in
 * proportion to its letters where it is too long to read.
 */
export function spokenCues({ segments }: Transcript, language: string): TimedCue[] {
  const nextId = cueIds();
  const most = readingLimits(language).line * 2;
  const cues = segments.flatMap((segment) =>
    (segment.words.length > 0 ? byWords(segment, most) : byLetters(segment, language)).flatMap(
      ({ start, end, text, words }): TimedCue[] => {
        const tidy = tidyText(breakLines(text, language).join('\n'));
        if (tidy === '' || end <= start) return [];
        const speaker = tidySpeaker(segment.speaker ?? '');
        return [{ id: nextId(), start, end, text: tidy, words, speaker, source: 'speech' }];
      },
    ),
  );
  return inOrder(cues).slice(0, TIMED_TEXT_LIMITS.cues);
}

interface Part {
  start: number;
  end: number;
  text: string;
  words: TimedWord[];
}

const ms = (seconds: number): number => Math.max(0, Math.round(seconds * 1000));

function byWords({ words }: SpokenSegment, most: number): Part[] {
  const parts: Part[] = [];
  let isNew = true;
  for (const word of words) {
    const [start, end] = [ms(word.start), Math.max(ms(word.start), ms(word.end))];
    const last = parts.at(-1);
    const said = word.text.trim().slice(0, 100);
    if (said === '') continue;
    const timed = { start, end, text: said };
    const isFull = last !== undefined && readLength(last.text + word.text) > most;
    if (last === undefined || isNew || isFull || start - last.end > PAUSE) {
      parts.push({ start, end, text: said, words: [timed] });
    } else {
      last.text += word.text.startsWith(' ') || needsSpace(last.text, said) ? ` ${said}` : said;
      last.end = Math.max(last.end, end);
      last.words.push({
        ...timed,
        start: Math.max(start, last.words.at(-1)?.end ?? 0),
        end: Math.max(end, last.words.at(-1)?.end ?? 0),
      });
    }
    isNew = ENDS.test(said);
  }
  return parts.map((part) => ({ ...part, words: part.words.length > TIMED_TEXT_LIMITS.words ? [] : part.words }));
}

/** Services of OpenAI's kind give English words without the space before them. */
const needsSpace = (before: string, next: string): boolean =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Hangul}\d,.!?;:]$/u.test(
    before,
  ) &&
  /^[\p{L}\d]/u.test(next) &&
  !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(next);

function byLetters({ start, end, text }: SpokenSegment, language: string): Part[] {
  const texts = cueTexts(text, language);
  const lengths = texts.map((each) => readLength(each) + 1);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const [from, to] = [ms(start), ms(end)];
  let said = 0;
  return texts.map((each, at) => {
    const begin = Math.round(from + ((to - from) * said) / whole);
    said += lengths[at] ?? 0;
    return { start: begin, end: Math.round(from + ((to - from) * said) / whole), text: each, words: [] };
  });
}
