import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { untrustedInput } from '#core/server/services/media/runner.ts';
import { monoWav } from '#core/server/services/media/sound/mono-wav.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';

import { pitchFactor } from './tone-match.ts';

/** What is said to find out whether a sample can be used. */
export const TRIAL = { text: '好的，没有问题。', language: 'zh-CN', speed: 1, tone: 0 } as const;
/** Seconds that a letter takes at the least: what is faster was broken off. */
const FASTEST_LETTER = 0.015;

/**
 * Refuses a sound that is far too short for its text: services break off and call it success.
 * @param bytes of 16-bit samples of one channel
 * @throws ProviderFailure `unavailable`
 */
export function refuseBroken(bytes: number, rate: number, text: string): void {
  const letters = [...text.replaceAll(/[^\p{L}\p{N}]/gu, '')].length;
  if (bytes / 2 / rate < letters * FASTEST_LETTER) {
    throw new ProviderFailure('unavailable', 'the service has broken off');
  }
}

/** Pace and pitch that a service itself has not made. */
export interface SpeechShape extends Pick<SpeechRequest, 'speed' | 'tone'> {
  signal?: AbortSignal | undefined;
}

/**
 * Writes what a service has said as a WAV file, at the pace and pitch that were asked for.
 * @param sound a file of any usual format
 * @throws ProviderFailure `configuration` for what is no sound
 */
export async function writeCloned(
  runner: MediaRunner,
  sound: Buffer,
  path: string,
  { speed, tone, signal }: SpeechShape,
): Promise<void> {
  const folder = await mkdtemp(join(dirname(path), 'cloned-'));
  const isPlain = speed === 1 && tone === 0;
  const filter = `rubberband=tempo=${speed.toFixed(4)}:pitch=${pitchFactor({ tone }).toFixed(4)}:formant=preserved`;
  try {
    const said = join(folder, 'said');
    await writeFile(said, sound);
    await runner.ffmpeg({
      ...{ cwd: folder, signal },
      args: [...untrustedInput(said), ...(isPlain ? [] : ['-af', filter]), ...monoWav(path)],
    });
  } catch (error) {
    if (!(error instanceof ExpectedError) || error.code !== 'core:media.tool-failed') throw error;
    throw new ProviderFailure('configuration', 'what the service has sent is no sound', { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
