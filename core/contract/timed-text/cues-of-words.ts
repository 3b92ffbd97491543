import { cueTexts } from './plain.ts';
import { EARLIEST_MILLISECONDS } from './reading.ts';
import { linesOf } from './tidy-text.ts';
import { cueIds, TIMED_TEXT_LIMITS, type TimedCue, type TimedWord } from './timed-cue.ts';

/** A word of a text, and when it is said. */
export interface PlacedWord {
  /** The number of its first letter in the text, in code points from 0. */
  at: number;
  /** Seconds. */
  start: number;
  end: number;
}

/** Milliseconds that a cue stays behind its last word, and of a pause that is too short to be seen. */
const [STAYS, SHORTEST_PAUSE] = [200, 300];
/** Milliseconds of a cue at the least. */
const SHORTEST = 50;
/** Letters of a word that has a time. */
const LONGEST_WORD = 100;

/** A text as it is to be timed, so that places in it are those of {@link cuesOfWords}. */
export const timeable = (text: string): string => linesOf(text).join('\n');

/**
 * Cues of a text whose words have times: a sentence each, or of a long one as much as readers take in at once.
 * @param text {@link timeable}
 * @param words in order
 * @param end milliseconds behind which no cue ends
 */
export function cuesOfWords(text: string, words: readonly PlacedWord[], language: string, end = Infinity): TimedCue[] {
  const letters = [...text];
  /** How many letters that are no spaces stand before each. */
  const places: number[] = [];
  let seen = 0;
  for (const letter of letters) {
    places.push(seen);
    if (isSeen(letter)) seen += 1;
  }
  const timed = words.map((word, number) => {
    const next = words[number + 1]?.at ?? letters.length;
    const said = letters.slice(word.at, next).join('').trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_WORD);
    return { place: places[word.at] ?? 0, word: { start: ms(word.start), end: ms(word.end), text: said } };
  });
  const nextId = cueIds();
  const cues: TimedCue[] = [];
  let [place, number] = [0, 0];
  for (const said of cueTexts(text, language)) {
    place += [...said].filter(isSeen).length;
    const own: TimedWord[] = [];
    for (; number < timed.length && (timed[number]?.place ?? 0) < place; number += 1) {
      const word = timed[number]?.word;
      if (word !== undefined) own.push(word);
    }
    const [first, last] = [own[0], own.at(-1)];
    const before = cues.at(-1);
    if (first === undefined || last === undefined) {
      // Nobody says signs; they stay with what stands before them.
      if (before !== undefined) before.text = `${before.text}\n${said}`.slice(0, TIMED_TEXT_LIMITS.letters);
      continue;
    }
    const start = Math.max(EARLIEST_MILLISECONDS + 1, first.start, before?.start ?? 0);
    cues.push({
      ...{ id: nextId(), start, end: Math.max(start + SHORTEST, last.end), text: said },
      ...{ words: own.length > TIMED_TEXT_LIMITS.words ? [] : own, speaker: '', source: 'typed' },
    });
  }
  return cues.slice(0, TIMED_TEXT_LIMITS.cues).flatMap((cue, at) => {
    const next = cues[at + 1]?.start ?? Infinity;
    const until = next - cue.end < SHORTEST_PAUSE ? next : cue.end + STAYS;
    const to = Math.round(Math.min(until, end));
    return to - cue.start < SHORTEST ? [] : [{ ...cue, end: to }];
  });
}

const isSeen = (letter: string): boolean => !/\s/u.test(letter);
const ms = (seconds: number): number => Math.max(0, Math.round(seconds * 1000));
