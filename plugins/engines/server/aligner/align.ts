import type { SpeechSpan } from '#core/contract/speech.ts';

import type { AlignedWord } from '../api.ts';
import { evenOut, FRAMES, type Features } from './features.ts';
import type { Say } from './espeak-library.ts';
import { makeReference, type Reference } from './reference.ts';
import { warp } from './warp.ts';

/** Words a minute at which the voice begins, and between which it is set to speak as fast as the recording. */
const [USUAL, SLOWEST, FASTEST] = [165, 80, 400];
/** How much faster or slower the recording is before the voice is set to it. */
const ALIKE = 0.1;

export interface AlignOptions {
  say: Say;
  /** Of espeak-ng. */
  voice: string;
  text: string;
  recording: Features;
  /** Where somebody speaks in the recording; anywhere when it is empty. */
  speech: readonly SpeechSpan[];
}

/** Finds out when each word of a text is said: the voice says it, too, and what it says is laid over the recording. */
export function align({ say, voice, text, recording, speech }: AlignOptions): AlignedWord[] {
  // Letters keep their places, and none is taken for notation of the voice.
  const letters = [...text.toWellFormed()].map((letter) => (/[^\P{Cc}\n]|[[\]<>]/u.test(letter) ? ' ' : letter));
  const silent = new Uint8Array(recording.count).fill(speech.length === 0 ? 0 : 1);
  for (const { start, end } of speech) silent.fill(0, Math.round(start * FRAMES), Math.round(end * FRAMES));
  const spoken = silent.reduce((sum, isSilent) => sum + 1 - isSilent, 0);
  if (spoken === 0) return [];
  let reference = makeReference(say, letters, { voice, speed: USUAL });
  const pace = spokenFrames(reference) / spoken;
  if (Math.abs(pace - 1) > ALIKE) {
    const speed = Math.min(FASTEST, Math.max(SLOWEST, USUAL * pace));
    reference = makeReference(say, letters, { voice, speed });
  }
  if (reference.words.length === 0) return [];
  const { features, words } = reference;
  evenOut(features, (frame) => reference.silent[frame] === 0);
  evenOut(recording, (frame) => silent[frame] === 0);
  const { from, to } = warp(reference, { features: recording, silent });
  let last = 0;
  return words.map((word) => {
    let start = Math.max(last, from[word.from] ?? 0);
    let end = (to[word.to - 1] ?? 0) + 1;
    while (silent[start] === 1 && start + 1 < end) start += 1;
    while (silent[end - 1] === 1 && end - 1 > start) end -= 1;
    end = Math.max(end, start + 1);
    last = start;
    return { at: word.at, letters: word.letters, start: start / FRAMES, end: end / FRAMES };
  });
}

const spokenFrames = ({ silent }: Reference): number => silent.reduce((sum, isSilent) => sum + 1 - isSilent, 0);
