import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import type { Media } from '../media.ts';
import type { VideoStream } from '../media-info.ts';
import { POSTER_FILE, posterNode } from './poster.ts';

/** Pixels of the longer side at most. */
const LONGEST = 1280;
const QUALITY = 80;
/** Of 255: what looks black. */
const DARK = 24;
/** Frames a second of a video that does not say. */
const USUAL_RATE = 25;

/** A video that a cover stands for. */
export interface CoveredVideo {
  path: string;
  /** Its sha-256. */
  hash: string;
  video: VideoStream;
  seconds: number;
}

/** A JPEG file with its size in pixels. */
export interface Cover {
  path: string;
  width: number;
  height: number;
}

/**
 * Makes the still picture that stands for a video before it plays, as JPEG of 1280 pixels at most and without what
 * cameras write into pictures.
 * @param choice the frame at a time in seconds, or a picture; null for the first frame, or a later one where a video
 *   begins dark
 * @param options.folder where it is written
 * @throws expected `core:media.picture-unreadable` (422)
 */
export async function makeCover(
  media: Pick<Media, 'runner' | 'graph'>,
  source: CoveredVideo,
  choice: { at: number } | { picture: string } | null,
  options: { folder: string; signal: AbortSignal },
): Promise<Cover> {
  const { default: sharp } = await import('sharp');
  const to = join(options.folder, 'cover-made.jpg');
  const from = choice !== null && 'picture' in choice ? choice.picture : await frameOf(media, source, choice, options);
  const fitted = sharp(from)
    .rotate()
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' });
  try {
    const { width, height } = await fitted.jpeg({ quality: QUALITY, progressive: true }).toFile(to);
    return { path: to, width, height };
  } catch (error) {
    return fail('core:media.picture-unreadable', {}, { kind: 'invalid', cause: error });
  }
}

async function frameOf(
  { runner, graph }: Pick<Media, 'runner' | 'graph'>,
  { path, hash, video, seconds }: CoveredVideo,
  choice: { at: number } | null,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const factor = Math.min(1, LONGEST / Math.max(video.displayWidth, video.displayHeight));
  const width = Math.max(2, 2 * Math.round((video.displayWidth * factor) / 2));
  const source = { hash, name: 'video.mp4', read: <T>(use: (path: string) => Promise<T>) => use(path) };
  const draw = async (at: number, isExact: boolean): Promise<string> => {
    const to = join(folder, `at-${at}.jpg`);
    const node = posterNode(runner, { source, video, at, width, isExact });
    await graph.make([node], ([made = '']) => copyFile(join(made, POSTER_FILE), to), { signal });
    return to;
  };
  if (choice !== null) {
    // Behind the last frame there is nothing to draw.
    const last = (video.duration ?? seconds) - 1.5 / (video.averageRate ?? USUAL_RATE);
    return await draw(Math.max(0, Math.min(choice.at, last)), true);
  }
  const first = await draw(0, false);
  return (await isDark(first)) ? await draw(seconds / 3, false) : first;
}

async function isDark(picture: string): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const { channels } = await sharp(picture).stats();
  return channels.every(({ mean }) => mean < DARK);
}
