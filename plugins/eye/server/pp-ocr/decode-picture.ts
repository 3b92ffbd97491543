import { open } from 'node:fs/promises';

import sharp from 'sharp';

import { fail } from '#core/contract/errors.ts';

import type { Pixels } from './pixels.ts';

/** Pixels of a picture that is opened, and along the longer side of what is read. */
const [MOST_PIXELS, LONGEST] = [60e6, 4096];
/** The first bytes of what is opened: nothing else gets as far as a decoder. */
const KNOWN_HEADS = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^RIFF....WEBP/s];

/**
 * Opens a picture.
 * @returns its pixels, and how many pixels of the picture one of them stands for
 * @throws expected `core:provider.not-a-picture` for a file that is no picture, or a damaged one
 */
export async function decodePicture(path: string): Promise<{ pixels: Pixels; scale: number }> {
  const head = await headOf(path);
  if (!KNOWN_HEADS.some((known) => known.test(head))) fail('core:provider.not-a-picture', {}, { kind: 'invalid' });
  try {
    const picture = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { space, autoOrient } = await picture.metadata();
    const isGrey = space === 'b-w';
    const { data, info } = await picture
      .rotate()
      .resize(LONGEST, LONGEST, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#808080' })
      .toColourspace(isGrey ? 'b-w' : 'srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const pixels: Pixels = { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
    return { pixels, scale: autoOrient.width / info.width };
  } catch (error) {
    return fail('core:provider.not-a-picture', {}, { kind: 'invalid', cause: error });
  }
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await file.close();
  }
}
