import { writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import sharp from 'sharp';

import { fail } from '#core/contract/errors.ts';
import { planesSize, planesWithin, type Planes } from '#core/server/services/media/cut/planes.ts';
import { readY4m, Y4M_FRAME, y4mHeader } from '#core/server/services/media/cut/y4m.ts';

import { inpaintPictures } from '../inpaint-pictures.ts';
import type { InpaintingProvider } from '../inpainting.ts';

/** Pixels along the longer side of the picture that is sent, and how often it is sent, as a shot that is at rest. */
const [LONGEST, FRAMES] = [960, 16];
/** The part of it that is masked: shares of its sides. */
const MASKED = { left: 0.2, top: 0.72, right: 0.8, bottom: 0.88 };

/**
 * Has a band of a picture filled where subtitles usually are.
 * @param picture of a kind that sharp opens
 * @returns a JPEG file
 * @throws expected `core:provider.try-built-in`, `core:provider.not-a-picture`; ProviderFailure
 */
export async function tryInpainting(
  provider: InpaintingProvider,
  picture: Buffer,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Buffer> {
  if (provider.form === 'built-in') fail('core:provider.try-built-in', {}, { kind: 'invalid' });
  const { data, width, height } = await evenPixels(picture);
  const block = Buffer.alloc(planesSize(width, 2 * height));
  toPlanes(data, planesWithin(block, width, height, 0, 2));
  const mask = planesWithin(block, width, height, 1, 2);
  mask.blue.fill(128);
  mask.red.fill(128);
  for (let row = Math.round(MASKED.top * height); row < Math.round(MASKED.bottom * height); row++) {
    mask.light.fill(255, row * width + Math.round(MASKED.left * width), row * width + Math.round(MASKED.right * width));
  }
  const [sent, filled] = [join(folder, 'sent.y4m'), join(folder, 'filled.y4m')];
  const frames = Array.from({ length: FRAMES }, () => [Y4M_FRAME, block]).flat();
  await writeFile(sent, Buffer.concat([y4mHeader(width, 2 * height), ...frames]));
  const request = { path: sent, width, height, frames: FRAMES };
  const reference = randomBytes(32).toString('hex');
  await inpaintPictures(provider, request, reference, { path: filled, signal });
  await provider.cancel(reference);
  for await (const first of readY4m(filled, request)) {
    const pixels = toPixels(planesWithin(first, width, height, 0, 1));
    return await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer();
  }
  throw new TypeError('not reached: a file without pictures is refused');
}

/** A picture's pixels, upright and with even sides. */
async function evenPixels(picture: Buffer): Promise<{ data: Buffer; width: number; height: number }> {
  try {
    const opened = sharp(picture, { limitInputPixels: 60e6, failOn: 'error' });
    const { autoOrient } = await opened.metadata();
    const scale = Math.min(1, LONGEST / Math.max(autoOrient.width, autoOrient.height));
    const [width, height] = [autoOrient.width, autoOrient.height].map((side) =>
      Math.max(16, 2 * Math.floor((side * scale) / 2)),
    ) as [number, number];
    const upright = opened.rotate().flatten({ background: '#808080' }).toColourspace('srgb');
    const data = await upright.resize(width, height, { fit: 'fill' }).raw().toBuffer();
    return { data, width, height };
  } catch (error) {
    return fail('core:provider.not-a-picture', {}, { kind: 'invalid', cause: error });
  }
}

/** Red, green and blue to light and colours, in BT.709 of limited range. */
function toPlanes(pixels: Buffer, { width, height, light, blue, red }: Planes): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      const [r = 0, g = 0, b = 0] = pixels.subarray(3 * at, 3 * at + 3);
      light[at] = 16.5 + 0.1826 * r + 0.6142 * g + 0.062 * b;
      if (row % 2 === 1 || column % 2 === 1) continue;
      const cell = (row / 2) * (width / 2) + column / 2;
      blue[cell] = 128.5 - 0.1006 * r - 0.3386 * g + 0.4392 * b;
      red[cell] = 128.5 + 0.4392 * r - 0.3989 * g - 0.0403 * b;
    }
  }
}

/** The way back. */
function toPixels({ width, height, light, blue, red }: Planes): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const cell = (Math.floor(at / width) >> 1) * (width / 2) + ((at % width) >> 1);
    const level = 1.1644 * ((light[at] ?? 16) - 16);
    const [u, v] = [(blue[cell] ?? 128) - 128, (red[cell] ?? 128) - 128];
    pixels[3 * at] = level + 1.7927 * v;
    pixels[3 * at + 1] = level - 0.2132 * u - 0.5329 * v;
    pixels[3 * at + 2] = level + 2.1124 * u;
  }
  return pixels;
}
