import { cueIds, inOrder, TIMED_TEXT_LIMITS, type CueSource, type TimedCue, type TimedWord } from './timed-cue.ts';
import { tidySpeaker, tidyText } from './tidy-text.ts';

/**
 * What is wrong with a line of a file.
 * - `time`: where a time should stand is none, so the cue is left out
 * - `reversed`: a cue ends before it begins, so it is left out
 * - `empty`: a cue has no text, so it is left out
 * - `stray`: text that belongs to no cue, left out
 * - `fields`: a line has fewer fields than the format says, so it is left out
 * - `header`: the file does not begin as its format does; it is read all the same
 * - `too-long`: a text is cut to what a cue may have
 * - `too-many`: the file has more cues than a document may have; the rest is left out
 */
export type TextProblem = 'time' | 'reversed' | 'empty' | 'stray' | 'fields' | 'header' | 'too-long' | 'too-many';

/** A problem and the line that it is on, from 1. */
export interface LineProblem {
  line: number;
  problem: TextProblem;
}

/** What a file of subtitles holds, as far as it can be read. */
export interface ReadText {
  cues: TimedCue[];
  /** In order of their lines; at most 200. */
  problems: LineProblem[];
}

/** What a reader of a format finds of a cue. */
export interface FoundCue {
  /** From 1. */
  line: number;
  start: number;
  end: number;
  text: string;
  words?: readonly TimedWord[];
  speaker?: string;
}

const MOST_PROBLEMS = 200;

/** Gathers what a reader of a format finds, and keeps of it what a document may hold. */
export function gatherCues(source: CueSource): {
  add(cue: FoundCue): void;
  tell(line: number, problem: TextProblem): void;
  done(): ReadText;
} {
  const nextId = cueIds();
  const cues: TimedCue[] = [];
  const problems: LineProblem[] = [];
  let isFull = false;
  const tell = (line: number, problem: TextProblem): void => void problems.push({ line, problem });
  return {
    tell,
    add({ line, start, end, text, words = [], speaker = '' }) {
      if (isFull) return;
      const tidy = tidyText(text);
      if (end <= start) return tell(line, 'reversed');
      if (tidy === '') return tell(line, 'empty');
      if (cues.length === TIMED_TEXT_LIMITS.cues) {
        isFull = true;
        return tell(line, 'too-many');
      }
      if (text.length > TIMED_TEXT_LIMITS.letters && tidy.length >= TIMED_TEXT_LIMITS.letters - 1)
        tell(line, 'too-long');
      const fitting = words.length <= TIMED_TEXT_LIMITS.words ? wordsWithin(words, start, end) : [];
      cues.push({ id: nextId(), start, end, text: tidy, words: fitting, speaker: tidySpeaker(speaker), source });
    },
    done: () => ({
      cues: inOrder(cues),
      problems: problems.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS),
    }),
  };
}

/** Words within a cue's time and in order; none if they are not. */
function wordsWithin(words: readonly TimedWord[], start: number, end: number): TimedWord[] {
  let last = start;
  for (const word of words) {
    if (word.start < last || word.end < word.start || word.end > end || word.text.length > 100) return [];
    last = word.end;
  }
  return words.map((word) => ({ ...word }));
}
