import { readLength } from '#core/contract/timed-text/reading.ts';

import type { DubChoice } from '../dub-calls.ts';
import type { SpokenLine } from './dubbing/speak-lines.ts';

export type VoiceChoice = Pick<DubChoice, 'voice' | 'speakers'>;

export const voiceOf = ({ voice, speakers }: VoiceChoice, speaker: string): string | null => speakers[speaker] ?? voice;

/** Letters of one voice of a service, and the milliseconds that it took for them. */
export interface Measured {
  engine: string;
  voice: string | null;
  letters: number;
  milliseconds: number;
}

/** Milliseconds of speech from which on a rate is believed: a short line is mostly the pauses around it. */
const LEAST_SPOKEN = 10_000;

/** How fast each voice has said its lines, at its own pace. */
export function measureRates(lines: readonly SpokenLine[], choice: VoiceChoice): Measured[] {
  const byVoice = new Map<string, Measured>();
  for (const { line, spoken } of lines) {
    if (spoken === null || !('node' in spoken)) continue;
    const own = { engine: spoken.service, voice: voiceOf(choice, line.speaker) };
    const key = JSON.stringify([own.engine, own.voice]);
    const sum = byVoice.get(key) ?? { ...own, letters: 0, milliseconds: 0 };
    sum.letters += readLength(line.text ?? '');
    sum.milliseconds += spoken.milliseconds;
    byVoice.set(key, sum);
  }
  return [...byVoice.values()];
}

/** Letters a second, by what was measured; null where that is too little to go by. */
export const letterRate = ({ letters, milliseconds }: Pick<Measured, 'letters' | 'milliseconds'>): number | null =>
  milliseconds < LEAST_SPOKEN ? null : (letters * 1000) / milliseconds;
