import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FINGERPRINT_FORMAT, writeFingerprint } from '../footage/fingerprint-file.ts';
import { fingerprintOf } from '../footage/fingerprint.ts';
import { FOOTAGE_OUTPUT } from '../footage/small-frames.ts';
import { readPackets } from '../material-packets.ts';
import type { VideoStream } from '../media-info.ts';
import type { NodeSource } from '../node-source.ts';
import type { RenderNode } from '../render-graph.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { stillFilter } from './picture-filter.ts';
import { readSource } from './read-source.ts';

/**
 * Files in the output folder of a sprite node: the sheet, the position of each picture in it, and where every frame was
 * read, the fingerprint of the material.
 */
export const SPRITE_FILES = { sheet: 'sprite.jpg', index: 'sprite.json', footage: 'frames.footage' } as const;

/** Pictures in a row of the sheet. */
const COLUMNS = 10;

/** Pictures of the sheet that lie between two key frames at the most, where key frames are near enough for it. */
const NEAR = 2;
/** Seconds between key frames from which they do not tell what a video shows, be it as long as it may. */
const FAR = 20;
/** Pixels in all frames together: up to half a minute in full HD all is decoded where key frames are not near enough. */
const FEW_PIXELS = 2e9;
/** The same where they are far away: up to half an hour. */
const MOST_PIXELS = 1e11;

/** A sheet of small pictures. */
export interface SpriteOptions {
  source: NodeSource;
  /** The picture stream of the source, as inspected. */
  video: VideoStream;
  /** Length of the material. */
  seconds: number;
  /** Number of pictures. */
  count: number;
  /** Pixels of one picture, even. */
  width: number;
  height: number;
  /**
   * Reads all frames, which tells their fingerprint besides: right for clips of a few seconds. False by default: then key
   * frames are read, and others only where key frames are rare.
   */
  everyFrame?: boolean;
}

/**
 * Options of the outputs of a run that makes a sheet; where every frame is read, they write small frames to the pipe
 * for the fingerprint.
 */
export function spriteOutputs({ video, seconds, count, width, height, everyFrame }: SpriteOptions): string[] {
  const rate = count / seconds;
  const spread = `fps=${rate.toFixed(6)}:start_time=0:eof_action=pass`;
  const size = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height}`;
  // After the last key frame, its picture is repeated to the end.
  const sheet = ['tpad=stop=-1:stop_mode=clone', `tile=${COLUMNS}x${rowsOf(count)}:nb_frames=${count}`];
  return [
    ...['-map', `0:${video.index}`, '-vf', [spread, stillFilter(video, size), ...sheet].join(',')],
    ...['-frames:v', '1', '-q:v', '5', '-update', '1', SPRITE_FILES.sheet],
    // The same decoding tells what the material shows.
    ...(everyFrame === true ? ['-map', `0:${video.index}`, ...FOOTAGE_OUTPUT] : []),
  ];
}

/** Writes what belongs to a sheet. @param smallFrames what came out of the pipe */
export async function completeSprite(folder: string, options: SpriteOptions, smallFrames: Buffer): Promise<void> {
  const { seconds, count, width, height, everyFrame = false } = options;
  if (everyFrame) await writeFingerprint(join(folder, SPRITE_FILES.footage), fingerprintOf(smallFrames));
  const index = { columns: COLUMNS, rows: rowsOf(count), width, height, count, secondsEach: seconds / count };
  await writeFile(join(folder, SPRITE_FILES.index), JSON.stringify(index));
}

const rowsOf = (count: number): number => Math.ceil(count / COLUMNS);

/** The node of a sheet of small pictures, evenly spread over the material, for scrubbing by hovering. */
export function spriteNode(runner: MediaRunner, options: SpriteOptions): RenderNode {
  const { source, seconds, count, width, height, everyFrame = false } = options;
  return {
    operation: 'sprite',
    params: {
      seconds,
      count,
      width,
      height,
      colours: 'jpeg',
      ...(everyFrame ? { everyFrame, footage: FINGERPRINT_FORMAT } : { rareKeys: 'decoded' }),
    },
    inputs: [],
    sources: [source.hash],
    weight: 0.4 + seconds * (everyFrame ? 0.2 : 0.02),
    async build(work) {
      const chunks: Buffer[] = [];
      await readSource(source, async (path) => {
        const skipped = everyFrame ? 'default' : await skippedFrames(runner, path, options, work.signal);
        await runner.ffmpeg({
          cwd: work.folder,
          signal: work.signal,
          onOutput: (chunk) => chunks.push(chunk),
          args: [
            ...['-threads', '1', '-filter_threads', '1', '-skip_frame', skipped],
            ...untrustedInput(path),
            ...spriteOutputs(options),
          ],
        });
      });
      await completeSprite(work.folder, options, Buffer.concat(chunks));
    },
  };
}

/**
 * What need not be decoded for a sheet, as ffmpeg calls it. Key frames alone are ten times cheaper; where they are too
 * rare for that, frames that no other one rests on are left out.
 */
async function skippedFrames(
  runner: MediaRunner,
  path: string,
  { video, seconds, count }: SpriteOptions,
  signal: AbortSignal,
): Promise<'nokey' | 'noref'> {
  const { frames, longestGroup } = await readPackets(runner, path, video, signal);
  if (longestGroup <= (NEAR * seconds) / count) return 'nokey';
  const most = longestGroup > FAR ? MOST_PIXELS : FEW_PIXELS;
  return frames * video.width * video.height <= most ? 'noref' : 'nokey';
}
