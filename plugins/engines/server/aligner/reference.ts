import { FeatureMaker, FRAMES, RATE, type Features } from './features.ts';
import type { SaidText, Say, SayOptions } from './espeak-library.ts';

/** Code points after which the end of a sentence parts a text, and any space or sign. */
const [SHORT, LONG] = [40, 300];
const ENDS = /[.!?。！？…؟۔।॥]/u;
const PARTS = /[\s，、；：,;:]/u;
/** Decibels below which the voice is silent. */
const SILENT = -55;

/** A word of a text, and the frames in which the voice says it. */
export interface SpokenWord {
  /** The number of its first letter in the text, in code points from 0, and how many it has. */
  at: number;
  letters: number;
  from: number;
  /** The first frame behind it. */
  to: number;
}

/** A text as the voice says it. */
export interface Reference {
  features: Features;
  silent: Uint8Array;
  words: SpokenWord[];
}

/** Has the voice say a text, part by part. @param text code points */
export function makeReference(say: Say, text: readonly string[], options: SayOptions): Reference {
  const maker = new FeatureMaker();
  const starts: { at: number; letters: number; start: number }[] = [];
  let seconds = 0;
  for (const { from, part } of partsOf(text)) {
    const said = say(part, options);
    const samples = resampled(said);
    maker.add(samples);
    for (const { at, letters, start } of said.words) {
      // Signs and spaces are no words.
      const isRead = /[\p{L}\p{N}]/u.test(text.slice(from + at, from + at + letters).join(''));
      if (isRead && letters > 0) starts.push({ at: from + at, letters, start: seconds + start });
    }
    seconds += samples.length / RATE;
  }
  const features = maker.finish();
  const silent = Uint8Array.from(features.levels, (level) => (level < SILENT ? 1 : 0));
  const frameOf = (at: number): number => Math.max(0, Math.min(features.count - 1, Math.round(at * FRAMES)));
  const words = starts.map(({ at, letters, start }, number): SpokenWord => {
    const from = frameOf(start);
    const next = starts[number + 1];
    let to = Math.max(from + 1, next === undefined ? features.count : frameOf(next.start));
    while (to > from + 1 && silent[to - 1] === 1) to -= 1;
    return { at, letters, from, to };
  });
  return { features, silent, words };
}

/** Parts of a text that are said by themselves, of at most some hundred letters. */
function* partsOf(text: readonly string[]): Generator<{ from: number; part: string }> {
  let from = 0;
  for (const [at, letter] of text.entries()) {
    const length = at + 1 - from;
    const isEnd = letter === '\n' || (length > SHORT && ENDS.test(letter)) || (length > LONG && PARTS.test(letter));
    if (!isEnd && length < LONG * 2 && at < text.length - 1) continue;
    const part = text.slice(from, at + 1).join('');
    if (/[\p{L}\p{N}]/u.test(part)) yield { from, part };
    from = at + 1;
  }
}

/** The voice's samples at our rate. */
function resampled({ rate, samples }: SaidText): Float32Array {
  const made = new Float32Array(Math.floor((samples.length * RATE) / rate));
  for (let at = 0; at < made.length; at += 1) {
    const place = (at * rate) / RATE;
    const [before, share] = [Math.floor(place), place % 1];
    made[at] = ((samples[before] ?? 0) * (1 - share) + (samples[before + 1] ?? 0) * share) / 32_768;
  }
  return made;
}
