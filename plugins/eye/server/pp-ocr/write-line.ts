import { join } from 'node:path';

import sharp from 'sharp';

import type { Pixels } from './pixels.ts';
import type { Area } from './text-areas.ts';

/** Pixels from top to bottom of a line, and the white around it: what Tesseract reads best. */
const [HEIGHT, BORDER] = [56, 12];
/** What is taken besides of what is beside a line, and above and below it, in heights of it: its box is a tight one. */
const [BESIDE, ABOVE] = [0.2, 0.06];
/** Share of the light of the brightest, from which on a pixel is part of bright letters. */
const BRIGHT = 0.82;

/**
 * Writes a line of a picture as pictures of dark letters on white: as it is, the other way round for bright letters, and
 * the brightest pixels alone.
 * @returns their paths
 */
export async function writeLine(picture: Pixels, area: Area, folder: string, name: string): Promise<string[]> {
  const { data, channels } = picture;
  const [more, above] = [area.height * BESIDE, area.height * ABOVE];
  const [left, top] = [Math.max(0, Math.floor(area.x - more)), Math.max(0, Math.floor(area.y - above))];
  const width = Math.max(1, Math.min(picture.width, Math.ceil(area.x + area.width + more)) - left);
  const height = Math.max(1, Math.min(picture.height, Math.ceil(area.y + area.height + above)) - top);
  const line = await sharp(data, { raw: { width: picture.width, height: picture.height, channels } })
    .extract({ left, top, width, height })
    .greyscale()
    .resize(Math.max(8, Math.round((width / height) * HEIGHT)), HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .normalise()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { info, data: grey } = line;
  const least = 255 * BRIGHT;
  const forms = {
    plain: grey,
    inverted: Buffer.from(grey.map((level) => 255 - level)),
    brightest: Buffer.from(grey.map((level) => (level >= least ? 0 : 255))),
  };
  return await Promise.all(
    Object.entries(forms).map(async ([form, levels]) => {
      const path = join(folder, `${name}-${form}.png`);
      await sharp(levels, { raw: { width: info.width, height: info.height, channels: 1 } })
        .extend({ top: BORDER, bottom: BORDER, left: BORDER, right: BORDER, background: '#fff' })
        .png({ compressionLevel: 1 })
        .toFile(path);
      return path;
    }),
  );
}
