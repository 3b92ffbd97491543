import { extname, join } from 'node:path';

import type { LocalPicture } from './prepared.ts';

/** Pixels of a side: a tile of a list on a plain display; a finer one draws the poster. */
const SIDE = 256;
const QUALITY = 76;

/** Makes the middle of a poster, square; of a smaller one in its own size. */
export async function makeThumbnail({ path, type }: LocalPicture, folder: string): Promise<LocalPicture> {
  const to = join(folder, `thumbnail${extname(path)}`);
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(path).metadata();
  const side = Math.min(SIDE, width, height);
  const square = sharp(path).resize({ width: side, height: side, fit: 'cover' });
  await (type === 'image/webp' ? square.webp({ quality: QUALITY }) : square.jpeg({ quality: QUALITY })).toFile(to);
  return { path: to, type };
}
