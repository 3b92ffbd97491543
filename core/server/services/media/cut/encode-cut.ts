import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BitRates } from '#core/contract/fit-limits.ts';
import { pictureOfSize, type Picture } from '#core/contract/picture.ts';
import type { Reframe } from '#core/contract/reframe.ts';

import type { Material } from '../inspect-material.ts';
import { mostBits, segmentEncoder } from '../operations/segment-encoder.ts';
import type { MediaRunner } from '../runner.ts';
import { clockOf, type FrameRange, type ShownFrames } from './choose-frames.ts';
import { bytesOf, readEncodedTrack, type EncodedTrack } from './encoded-track.ts';
import { hashList, timesIn } from './encode-edges.ts';
import { placesOf, timePictures } from './order-pictures.ts';
import {
  encoderEffort,
  EVEN_RATE,
  layersInput,
  withLayers,
  type Drawing,
  type PictureChange,
} from './picture-change.ts';
import { evenly, readUpright } from './read-upright.ts';
import type { OutputClock } from './slower-frames.ts';
import { upright, type TrackToWrite } from './write-mp4.ts';

export interface EncodeCutOptions {
  path: string;
  material: Material;
  reframe: Reframe;
  /** What its pictures may take at most; as much as they need when absent. */
  rates?: BitRates | undefined;
  shown: ShownFrames;
  range: FrameRange;
  /** When each picture is shown that comes out. */
  clock: OutputClock;
  /** What is done to some of the frames beside that; nothing by default. */
  change?: PictureChange;
  isInterlaced: boolean;
  folder: string;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(done: number): void;
}

const [FILE, TIMES] = ['pictures.mp4', 'times.hashes'];

/** What was filmed is kept as well as one sees it, so that it serves as input of the next tool. */
const QUALITY = 19;

/**
 * Encoding is the slowest of what is done side by side where a change is fed, and looking ahead takes a fifth of its
 * time. That saves bits where pictures stay as they are; without, a quality so much coarser comes to files of the same
 * size that are as near to the source.
 */
const WITHOUT_LOOKING_AHEAD = ['-rc-lookahead', '0', '-mbtree', '0', '-b_strategy', '0', '-crf', `${QUALITY + 4.5}`];

/** On several threads, x264 chooses its B pictures by which of them looked ahead first, unless none does so by itself. */
const REPEATABLE = 'sync-lookahead=0';

/** Parameters of x264 that keep pictures within a rate: no second takes more than it twice. */
const within = (rates: BitRates | undefined): string[] => {
  const kilobits = Math.floor((rates?.pictures ?? 0) / 1000);
  return rates === undefined ? [] : [`vbv-maxrate=${kilobits}`, `vbv-bufsize=${kilobits}`];
};

const encoder = (rates: BitRates | undefined): string[] => [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', `${QUALITY}`, '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
  '-x264-params',
  ['open-gop=0:colorprim=bt709:transfer=bt709:colormatrix=bt709', REPEATABLE, ...within(rates)].join(':'),
  ...['-color_range', 'tv'],
];

/** As outputs of a mix are encoded, which then copies what it takes from one key frame on. */
const outputEncoder = (picture: Picture, rates: BitRates | undefined, isHeld: boolean) =>
  segmentEncoder(picture, {
    ...{ quality: QUALITY, keyDistance: picture.fps, isHeld },
    parameters: [REPEATABLE, ...within(rates)],
  });

/** Whether no second takes more bits than its level allows. @param sizes of coded pictures, in bytes */
function isWithinLevel(sizes: readonly number[], picture: Picture): boolean {
  const most = mostBits(picture, picture.fps) / 8;
  let bytes = 0;
  return sizes.every((size, at) => (bytes += size - (sizes[at - picture.fps] ?? 0)) <= most);
}

/** Pictures in a rhythm that is put on them before they are encoded, and nothing else. */
const EVENLY: Drawing = { graph: (input, output) => `[${input}]null[${output}]` };

/**
 * Cuts pictures by decoding them, showing the wanted part, changing what is to be changed, and encoding what comes out;
 * each is shown as long as it was.
 * @throws AssertionError where a frame stands at another time than in the material
 */
export async function encodeCut(
  runner: MediaRunner,
  options: EncodeCutOptions,
): Promise<{ track: TrackToWrite; width: number; height: number }> {
  const { material, shown, range, clock: wanted, change, rates, folder, signal } = options;
  const { video } = material;
  const { scale } = shown;
  const begin = shown.times[range.first] ?? 0;
  const clock = clockOf(shown, range);
  const { picture, read } = readUpright(options, begin);
  const { width, height } = picture;
  const { input, chain } = read(range);
  const output = isEven(clock.times, scale) ? pictureOfSize(width, height) : undefined;
  const drawn = await change?.draw(range, picture, async (stretch) => evenly(read(stretch)), wanted.placeOf);
  const isSlower = change?.slower !== undefined;
  const drawing = drawn ?? (output === undefined && !isSlower ? undefined : EVENLY);
  const rhythm = drawing === undefined ? scale : EVEN_RATE;
  const lasts = drawing === undefined ? clock.length / scale : wanted.times.length / EVEN_RATE;
  const isQuick = drawing?.layers !== undefined && rates === undefined;
  const encode = async (isHeld: boolean): Promise<EncodedTrack> => {
    await withLayers(drawing, (fed) =>
      runner.ffmpeg({
        ...{ cwd: folder, signal, nice: 10, timeout: 120 + clock.times.length * 2, ...fed },
        onProgress: (seconds) => options.onProgress(Math.min(1, seconds / lasts)),
        args: [
          ...['-y', ...input],
          ...layersInput(drawing, picture),
          ...['-filter_complex_threads', '1'],
          ...['-filter_complex', drawnGraph(chain, drawing, wanted.repeat(range))],
          ...['-map', '[out]', ...(output === undefined ? encoder(rates) : outputEncoder(output, rates, isHeld))],
          ...(isQuick ? WITHOUT_LOOKING_AHEAD : []),
          ...keyFramesAt(change, wanted),
          ...[...encoderEffort(drawing), '-an', '-fps_mode', 'passthrough', '-enc_time_base', `1:${rhythm}`],
          ...['-map_metadata', '-1', '-video_track_timescale', String(rhythm), '-f', 'mp4', FILE],
          ...(drawing === undefined ? [] : ['-map', '[timed]', ...hashList(`1:${scale}`), TIMES]),
        ],
      }),
    );
    return readEncodedTrack(join(folder, FILE), 'vide');
  };
  let track = await encode(!isQuick);
  if (isQuick && output !== undefined && !isWithinLevel(track.sizes, output)) track = await encode(true);
  assert.equal(track.scale, rhythm, 'the pictures were counted in other ticks');
  const times = drawing === undefined ? inOrder(track.times) : timesIn(await readFile(join(folder, TIMES), 'utf8'));
  const count = isSlower ? wanted.times.length : times.length;
  assert.equal(count, track.times.length, 'the encoder left frames out');
  const listed = new Set(clock.times);
  assert.ok(
    times.every((time) => listed.has(time)) && new Set(times).size === times.length,
    'a frame stands at another time than in the material',
  );
  // Some codecs store pictures that are only there for others.
  if (isSlower || ['h264', 'hevc'].includes(video.codec))
    assert.equal(times.length, clock.times.length, 'frames were left out');
  const keys = new Set(track.keys);
  const places = placesOf(track.times);
  const pictures = bytesOf(track).map((bytes, at) => ({ ...bytes, isKey: keys.has(at), place: places[at] ?? 0 }));
  const { samples, begins } = timePictures(pictures, isSlower ? wanted.times : times);
  return {
    track: {
      ...{ kind: 'vide', scale, samples, begins, plays: wanted.length, lasts: wanted.length },
      ...{ description: track.description, placement: upright({ width, height }) },
    },
    ...{ width, height },
  };
}

/** Arguments that have the encoder make key frames of those that a change wants. */
function keyFramesAt(change: PictureChange | undefined, { placeOf }: OutputClock): string[] {
  const keys = change?.keys ?? [];
  if (keys.length === 0) return [];
  return ['-force_key_frames', `expr:${['not(n)', ...keys.map((frame) => `eq(n,${placeOf(frame)})`)].join('+')}`];
}

/** Whether frames are shown one after the other as in an output of a mix. */
const isEven = (times: readonly number[], scale: number) => times.every((time, at) => time * EVEN_RATE === at * scale);

/** Times in the order in which frames are shown, from 0 on. */
function inOrder(times: readonly number[]): number[] {
  const least = times.reduce((low, time) => Math.min(low, time), Infinity);
  return times.map((time) => time - least).sort((a, b) => a - b);
}

/** Filters to `[out]`; of frames that are changed in an even rhythm, also those that tell their times, to `[timed]`. */
function drawnGraph(chain: string, drawing: Drawing | undefined, repeat: string | null): string {
  if (drawing === undefined) return `${chain}[out]`;
  return [
    `${chain},split[seen][plain]`,
    '[seen]crop=2:2:0:0[timed]',
    `[plain]settb=1/${EVEN_RATE},setpts=N${repeat === null ? '' : `,${repeat}`}[even]`,
    drawing.graph('even', 'out'),
  ].join(';');
}
