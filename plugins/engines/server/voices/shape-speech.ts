import { dirname } from 'node:path';

import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { monoWav } from '#core/server/services/media/sound/mono-wav.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';

import { pitchFactor } from './tone-match.ts';

export interface ShapeOptions {
  /** What a service has sent, and where the WAV goes. */
  from: string;
  to: string;
  /** Samples a second of what has no header; absent for a WAV. */
  rate?: number;
  /** Pace and pitch that the service itself has not made. */
  speed: number;
  tone: SpeechRequest['tone'];
  signal?: AbortSignal | undefined;
}

/**
 * Makes a WAV of what a service has sent, at the pace and pitch that were asked for.
 * @throws ProviderFailure `configuration` for what is no sound
 */
export async function shapeSpeech(
  runner: MediaRunner,
  { from, to, rate, speed, tone, signal }: ShapeOptions,
): Promise<void> {
  const input =
    rate === undefined ? untrustedInput(from) : ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', from];
  const isPlain = speed === 1 && tone === 0;
  const filter = `rubberband=tempo=${speed.toFixed(4)}:pitch=${pitchFactor({ tone }).toFixed(4)}:formant=preserved`;
  try {
    await runner.ffmpeg({
      ...{ cwd: dirname(to), signal },
      args: [...input, ...(isPlain ? [] : ['-af', filter]), ...monoWav(to)],
    });
  } catch (error) {
    if (!(error instanceof ExpectedError) || error.code !== 'core:media.tool-failed') throw error;
    throw new ProviderFailure('configuration', 'what the service has sent is no sound', { cause: error });
  }
}
