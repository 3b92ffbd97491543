import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';

import type { MediaInfo } from '../media-info.ts';
import type { MediaRunner } from '../runner.ts';
import { segmentEncoder } from './segment-encoder.ts';
import { segmentFacts, verifySegment } from './verify-segment.ts';

/** What of a material is another format than the output's, so that its pictures have to be encoded. */
export type FormatDifference = 'container' | 'codec' | 'size' | 'rate' | 'colours' | 'encoder';

/** What a material states that is not the very format of the output, the plainest first. */
export function formatDifferences({ video, container }: MediaInfo, picture: Picture): FormatDifference[] {
  if (video === null) return ['codec'];
  const { width, height, fps } = picture;
  const colours = [video.colorSpace, video.colorTransfer, video.colorPrimaries];
  const same: Record<Exclude<FormatDifference, 'encoder'>, boolean> = {
    codec: video.codec === 'h264',
    size: video.width === width && video.height === height && video.rotation === 0 && video.sar.num === video.sar.den,
    rate: video.averageRate === fps && video.baseRate === fps,
    colours: video.pixelFormat === 'yuv420p' && video.colorRange === 'tv' && colours.every((name) => name === 'bt709'),
    container: container.split(',').includes('mp4'),
  };
  return (Object.keys(same) as (keyof typeof same)[]).filter((name) => !same[name]);
}

/**
 * As {@link formatDifferences}, and whether an encoder of other settings made it: then its pictures cannot stand beside
 * ours in one video.
 */
export async function copyDifferences(
  runner: MediaRunner,
  info: MediaInfo,
  picture: Picture,
): Promise<FormatDifference[]> {
  const stated = formatDifferences(info, picture);
  if (stated.length > 0) return stated;
  const own = createHash('md5').update(Buffer.from(await parameterSetsOf(runner, picture), 'hex'));
  return info.video?.parameterSets === own.digest('hex') ? [] : ['encoder'];
}

const known = new WeakMap<MediaRunner, Map<string, Promise<string>>>();

/** The parameter sets of every segment in a picture format, found by encoding two frames once. */
export function parameterSetsOf(runner: MediaRunner, picture: Picture): Promise<string> {
  const own = known.get(runner) ?? new Map<string, Promise<string>>();
  known.set(runner, own);
  const name = JSON.stringify(picture);
  const found = own.get(name) ?? encodeBlank(runner, picture);
  own.set(name, found);
  found.catch(() => own.delete(name));
  return found;
}

async function encodeBlank(runner: MediaRunner, picture: Picture): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-format-'));
  try {
    const blank = `color=gray:s=${picture.width}x${picture.height}:r=${picture.fps}`;
    await runner.ffmpeg({
      cwd: folder,
      args: ['-f', 'lavfi', '-i', blank, '-frames:v', '2', ...segmentEncoder(picture), 'blank.mp4'],
    });
    await verifySegment(folder, 'blank.mp4', 2, picture);
    return (await segmentFacts(join(folder, 'blank.mp4'))).parameterSets;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
