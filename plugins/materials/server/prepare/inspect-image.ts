import { join } from 'node:path';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { safeFileName } from '#core/server/services/media/safe-file-name.ts';

import type { PreparationInput, Prepared } from './prepared.ts';
import { posterSize } from './sizes.ts';

/** Pixels of a side; larger ones are refused before they are decoded. */
const LARGEST_SIDE = 10_000;
const DECODE_SECONDS = 60;
const QUALITY = 80;

/**
 * Looks at a picture: how large it is, upright as its camera meant it, and a small copy. Of a moving one the first
 * picture counts.
 * @throws expected `core:media.broken`, `core:media.too-large-picture`
 */
export async function inspectImage({ path, name, work }: PreparationInput): Promise<Prepared> {
  const { default: sharp } = await import('sharp');
  const file = safeFileName(name);
  try {
    const input = sharp(path, { limitInputPixels: LARGEST_SIDE ** 2, failOn: 'error', sequentialRead: true });
    const { autoOrient, hasAlpha } = await input.metadata();
    const { width, height } = autoOrient;
    if (Math.max(width, height) > LARGEST_SIDE) {
      fail('core:media.too-large-picture', { file, width, height, side: LARGEST_SIDE }, { kind: 'invalid' });
    }
    const type = hasAlpha ? 'image/webp' : 'image/jpeg';
    const poster = join(work, hasAlpha ? 'poster.webp' : 'poster.jpg');
    const small = input
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize({ ...posterSize(width, height), fit: 'inside', withoutEnlargement: true });
    await (hasAlpha ? small.webp({ quality: QUALITY }) : small.jpeg({ quality: QUALITY })).toFile(poster);
    return { seconds: null, width, height, poster: { path: poster, type }, sprite: null, footage: null, peaks: null };
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
    // The library reports a full disk like any other error.
    if (error instanceof Error && /no space left|ENOSPC/i.test(error.message)) {
      fail('core:disk-full', {}, { kind: 'unavailable', cause: error });
    }
    return fail('core:media.broken', { file }, { kind: 'invalid', cause: error });
  }
}
