import { ExpectedError, fail } from '#core/contract/errors.ts';
import { safeFileName } from '#core/server/services/media/safe-file-name.ts';
import type { Media } from '#core/server/services/media/media.ts';

import type { PreparationInput, Prepared } from './prepared.ts';
import { makeWaveform } from './waveform.ts';

const MAX_SECONDS = 7200;

/**
 * Looks at a sound by decoding all of it: how long it is, and its outline.
 * @throws expected `materials:sound-broken`, `core:media.too-long`
 */
export async function inspectMusic(media: Media, input: PreparationInput): Promise<Prepared> {
  const file = safeFileName(input.name);
  const refuse = (cause?: unknown) => fail('materials:sound-broken', { file }, { kind: 'invalid', cause });
  try {
    const { peaks, seconds } = await makeWaveform(media, input, MAX_SECONDS + 1);
    if (seconds === 0) return refuse();
    if (seconds > MAX_SECONDS) {
      const minutes = { minutes: Math.ceil(seconds / 60), max: MAX_SECONDS / 60 };
      return fail('core:media.too-long', { file, ...minutes }, { kind: 'invalid' });
    }
    return { seconds, width: null, height: null, poster: null, sprite: null, footage: null, peaks };
  } catch (error) {
    if (error instanceof ExpectedError && error.code === 'core:media.broken') return refuse(error);
    throw error;
  }
}
