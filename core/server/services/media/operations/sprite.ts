import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FINGERPRINT_FORMAT, writeFingerprint } from '../footage/fingerprint-file.ts';
import { fingerprintOf } from '../footage/fingerprint.ts';
import { FOOTAGE_OUTPUT } from '../footage/small-frames.ts';
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
   * Reads all frames instead of key frames only: right for clips of a few seconds, which often have a single key frame,
   * and tells their fingerprint besides; false by default.
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
      ...(everyFrame ? { everyFrame, footage: FINGERPRINT_FORMAT } : {}),
    },
    inputs: [],
    sources: [source.hash],
    weight: 0.4 + seconds * (everyFrame ? 0.2 : 0.02),
    async build(work) {
      const chunks: Buffer[] = [];
      await readSource(source, (path) =>
        runner.ffmpeg({
          cwd: work.folder,
          signal: work.signal,
          onOutput: (chunk) => chunks.push(chunk),
          args: [
            // Key frames are good enough for thumbnails, and ten times cheaper.
            ...['-threads', '1', '-filter_threads', '1', ...(everyFrame ? [] : ['-skip_frame', 'nokey'])],
            ...untrustedInput(path),
            ...spriteOutputs(options),
          ],
        }),
      );
      await completeSprite(work.folder, options, Buffer.concat(chunks));
    },
  };
}
