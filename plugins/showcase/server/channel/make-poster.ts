import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Media } from '#core/server/services/media/media.ts';
import type { VideoStream } from '#core/server/services/media/media-info.ts';
import { POSTER_FILE, posterNode } from '#core/server/services/media/operations/poster.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

/** Pixels of the longer side at most. */
const LONGEST = 1280;
const QUALITY = 80;
/** Of 255: what looks black. */
const DARK = 24;

/** A JPEG file with its size in pixels. */
export interface Poster {
  path: string;
  width: number;
  height: number;
}

/**
 * Makes the still picture of a video: the given cover without what cameras write into it, else the first picture.
 * @param options.folder where it is written
 * @throws ProviderFailure `refused` for a cover that cannot be read
 */
export async function makePoster(
  media: Media,
  source: { path: string; hash: string; video: VideoStream; seconds: number; cover: string | null },
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Poster> {
  const { default: sharp } = await import('sharp');
  const to = join(folder, 'poster-made.jpg');
  const from = source.cover ?? (await firstPicture(media, source, { folder, signal }));
  const fitted = sharp(from)
    .rotate()
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true });
  try {
    const { width, height } = await fitted.jpeg({ quality: QUALITY, progressive: true }).toFile(to);
    return { path: to, width, height };
  } catch (error) {
    throw new ProviderFailure('refused', 'the cover is no picture that can be read', { cause: error });
  }
}

/** The first picture; of a video that begins dark a later one, by which it can be told from others. */
async function firstPicture(
  { runner, graph }: Media,
  { path, hash, video, seconds }: { path: string; hash: string; video: VideoStream; seconds: number },
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string> {
  const factor = Math.min(1, LONGEST / Math.max(video.displayWidth, video.displayHeight));
  const width = Math.max(2, 2 * Math.round((video.displayWidth * factor) / 2));
  const source = { hash, name: 'video.mp4', read: <T>(use: (path: string) => Promise<T>) => use(path) };
  const draw = async (at: number): Promise<string> => {
    const to = join(folder, `at-${at}.jpg`);
    const node = posterNode(runner, { source, video, at, width });
    await graph.make([node], ([made = '']) => copyFile(join(made, POSTER_FILE), to), { signal });
    return to;
  };
  const first = await draw(0);
  return (await isDark(first)) ? await draw(seconds / 3) : first;
}

async function isDark(picture: string): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const { channels } = await sharp(picture).stats();
  return channels.every(({ mean }) => mean < DARK);
}
