import { join } from 'node:path';

import type { Material } from '../inspect-material.ts';
import { readSequenceSet, type ParameterSets } from '../operations/parameter-sets.ts';
import { untrustedInput, type MediaRunner } from '../runner.ts';
import { CannotCopy } from './cannot-copy.ts';
import { EVEN_RATE, layersInput, withLayers, type ChangedPicture, type Drawing } from './picture-change.ts';

/** A stretch of the material that is read from one key frame on. */
export interface Reading {
  path: string;
  /** The stream's index. */
  stream: number;
  /** Ticks a second of the stream. */
  scale: number;
  /** When the key frame is shown from which on it is read, in ticks. */
  key: number;
}

/** Frames from one time on to before another, in ticks of what is read. */
export interface Stretch {
  from: number;
  to: number;
}

/** The rhythm in which frames are read: their true times are put on when they are joined. */
const EVEN = `1:${EVEN_RATE}`;

/** Frames from which on it is no longer edges that are encoded, but a good part of the video. */
const MANY_FRAMES = 300;

/** Frames between two key frames of a long stretch, so that players can jump to within it. */
export const KEY_DISTANCE = 150;

/** Names of H.264's profiles, by their number. */
const PROFILES = new Map([
  [66, 'baseline'],
  [77, 'main'],
  [100, 'high'],
]);

/**
 * Settings with which pictures are encoded that stand beside copied ones: their profile, level and colours, sets with a
 * number of their own, and none that waits for a later one. A finer picture than what a video for the web needs: nobody
 * should see where it begins.
 * @param frames how many are encoded in all
 * @throws CannotCopy for pictures that we do not encode alike
 */
export function edgeEncoder({ video }: Material, sets: ParameterSets, id: number, frames: number): string[] {
  const { profile, level, chroma, depths, references, isInterlaced } = readSequenceSet(sets.sequence[0]);
  const name = PROFILES.get(profile);
  if (name === undefined || chroma !== 1 || depths.some((bits) => bits !== 8) || isInterlaced || level < 10) {
    throw new CannotCopy('encoding', 'the pictures are of a kind that is not encoded alike');
  }
  const colours = [
    ...(video.colorPrimaries === null ? [] : [`colorprim=${video.colorPrimaries}`]),
    ...(video.colorTransfer === null ? [] : [`transfer=${video.colorTransfer}`]),
    ...(video.colorSpace === null ? [] : [`colormatrix=${video.colorSpace}`]),
  ];
  const isMany = frames > MANY_FRAMES;
  const kept = Math.min(16, Math.max(1, references));
  const parameters = [
    `sps-id=${id}`,
    // Decoders keep as many as for the copied ones. To look for motion in more than two costs more than it saves.
    ...[`ref=${isMany ? Math.min(2, kept) : kept}`, `dpb-size=${kept}`],
    ...['bframes=0', 'keyint=infinite', 'open-gop=0', 'repeat-headers=0', 'stitchable=1'],
    ...colours,
  ];
  const effort = isMany ? ['-preset', 'veryfast', '-crf', '18'] : ['-preset', 'fast', '-crf', '15'];
  return [
    ...['-c:v', 'libx264', ...effort, '-profile:v', name, '-level', (level / 10).toFixed(1)],
    ...['-x264-params', parameters.join(':'), '-pix_fmt', video.pixelFormat ?? 'yuv420p', '-an'],
    ...['-fps_mode', 'passthrough', '-enc_time_base', EVEN, '-video_track_timescale', '15360', '-f', 'mp4'],
  ];
}

/** What is made of a stretch: encoded to a file, or hashed frame by frame. */
export interface Made {
  stretch: Stretch;
  /** What is done to its frames before they are changed, as some are repeated; nothing by default. */
  before?: string | null;
  /** How its frames are changed, whose time is even; not at all by default. At most one of a run is fed layers. */
  drawing?: Drawing;
  /** What is done to them then; nothing by default. */
  filter?: string;
  output: readonly string[];
  file: string;
}

/** An output that lists frames with a hash of each. @param tick of its times */
export const hashList = (tick: string): string[] => {
  return ['-fps_mode', 'passthrough', '-enc_time_base', tick, '-f', 'framehash', '-hash', 'murmur3'];
};

/** An output that hashes what is shown of each frame. */
export const hashed = (stretch: Stretch, file: string): Made => ({ stretch, file, output: hashList(EVEN) });

/** Arguments that read a file from a key frame on, its pictures as they are stored. */
export const storedInput = ({ path, scale, key }: Pick<Reading, 'path' | 'scale' | 'key'>): string[] => [
  ...['-threads', '1', '-noautorotate', '-copyts'],
  ...['-seek_timestamp', '1', '-ss', (key / scale).toFixed(6), '-noaccurate_seek'],
  ...untrustedInput(path),
];

/** Filters that take a stretch, in an even rhythm. */
export const evenStretch = ({ from, to }: Stretch): string =>
  `trim=start_pts=${from}:end_pts=${to},settb=1/${EVEN_RATE},setpts=N`;

/**
 * Decodes a file from a key frame on, as its pictures are stored, and makes something of some stretches.
 * @param work `picture` where some of them are changed
 */
export async function readStretches(
  runner: MediaRunner,
  { path, stream, scale, key }: Reading,
  made: readonly Made[],
  { folder, signal, picture, onProgress }: ReadingWork,
): Promise<string> {
  const graph = [
    `[0:${stream}]split=${made.length}${made.map((_, at) => `[in${at}]`).join('')}`,
    ...made.map(({ stretch: { from, to }, before = null, drawing, filter = 'null' }, at) => {
      const even = `[in${at}]${evenStretch({ from, to })}${before === null ? '' : `,${before}`}`;
      if (drawing === undefined) return `${even},${filter}[out${at}]`;
      return `${even}[even${at}];${drawing.graph(`even${at}`, `drawn${at}`)};[drawn${at}]${filter}[out${at}]`;
    }),
  ];
  const last = Math.max(...made.map(({ stretch }) => stretch.to));
  const drawn = made.find(({ drawing }) => drawing?.layers !== undefined)?.drawing;
  const { log } = await withLayers(drawn, (fed) =>
    runner.ffmpeg({
      ...{ cwd: folder, signal, nice: 10, ...fed, ...(onProgress === undefined ? {} : { onProgress }) },
      timeout: 120 + ((last - key) / scale) * 20,
      args: [
        ...['-y', '-xerror', ...storedInput({ path, scale, key })],
        ...(picture === undefined ? [] : layersInput(drawn, picture)),
        ...['-filter_complex_threads', '1', '-filter_complex', graph.join(';')],
        ...made.flatMap(({ output, file }, at) => ['-map', `[out${at}]`, ...output, join(folder, file)]),
      ],
    }),
  );
  return log;
}

/** What concerns a run of ffmpeg besides what it reads and makes. */
export interface ReadingWork {
  folder: string;
  signal: AbortSignal;
  /** What changes are drawn on. */
  picture?: ChangedPicture;
  /** Seconds of even time of the longest stretch. */
  onProgress?: (seconds: number) => void;
}

/** The hashes of frames in ffmpeg's list, in the order in which they are shown. */
export const hashesIn = (list: string): string[] =>
  list.split('\n').flatMap((line) => (/^\d/.test(line) ? [line.slice(line.lastIndexOf(',') + 1).trim()] : []));

/** The times of frames in ffmpeg's list, in its ticks and order. */
export const timesIn = (list: string): number[] =>
  list.split('\n').flatMap((line) => (/^\d/.test(line) ? [Number(line.split(',')[2])] : []));
