import type { Readable } from 'node:stream';

import type { SlowStretch } from '#core/contract/slow-stretches.ts';

import type { FrameRange } from './choose-frames.ts';

/** The pictures that a change is drawn on, as they come to its filters. */
export interface ChangedPicture {
  /** Pixels, both even. */
  width: number;
  height: number;
  /** Eight bits, colours at half the size. */
  pixelFormat: 'yuv420p' | 'yuvj420p';
  /** Degrees clockwise by which players turn what comes out: 0, 90, 180 or 270. */
  rotation: number;
  /** How colours are coded. */
  matrix: 'bt709' | 'smpte170m';
  /** Light takes all values, not only those from 16 to 235. */
  isFullRange: boolean;
}

/** How ffmpeg changes a stretch of frames, which come to it evenly: thirty a second, the first at 0. */
export interface Drawing {
  /** Filters from one labelled output to another, which read what is fed to them as `[1:v]`. */
  graph(input: string, output: string): string;
  /** A raw video of as many frames that is fed to the filters. */
  layers?: { width: number; height: number; frames(): Readable };
}

/** Arguments of ffmpeg that read a stretch of frames just as it comes to a change. */
export interface StretchReading {
  /** Those up to the input, which is the first one. */
  input: readonly string[];
  /** The filters behind it, from the input's label on: `[0:0]trim=…`. */
  chain: string;
}

/** Says how frames around those that are changed are read, for a change that has to see them before it is drawn. */
export type ReadStretch = (stretch: FrameRange) => Promise<StretchReading>;

/** What is done to some frames of a video; the others stay what they are. */
export interface PictureChange {
  /** The frames, in order and apart from each other. */
  frames: readonly FrameRange[];
  /**
   * Frames that become key frames, in order, so that what follows a change in another cut of what comes out can be copied.
   * What rests on the pictures before them is encoded again.
   */
  keys?: readonly number[];
  /** It is encoded as quickly as long stretches are, however short it is: many videos are made of one. False by default. */
  isQuick?: boolean;
  /**
   * Stretches that are shown slower, in seconds of the material. Frames that are shown twice come twice to what is drawn.
   * Sound is left out then: it is slowed elsewhere.
   */
  slower?: readonly SlowStretch[];
  /**
   * Says how a stretch is changed in which some of these frames are.
   * @param placeOf the number of the first picture that shows a frame, of all that come out
   */
  draw(
    stretch: FrameRange,
    picture: ChangedPicture,
    read: ReadStretch,
    placeOf: (frame: number) => number,
  ): Promise<Drawing>;
}

/** Frames a second at which stretches come to a change. */
export const EVEN_RATE = 30;

/** ffmpeg's arguments for what is fed to a change, behind those of its first input. */
export function layersInput(drawing: Drawing | undefined, { pixelFormat }: ChangedPicture): string[] {
  if (drawing?.layers === undefined) return [];
  const { layers } = drawing;
  const size = `${layers.width}x${layers.height}`;
  return [
    '-f',
    'rawvideo',
    '-pixel_format',
    pixelFormat,
    '-video_size',
    size,
    '-framerate',
    `${EVEN_RATE}`,
    '-i',
    'pipe:0',
  ];
}

/**
 * How what was changed is encoded. What is fed to a change is made beside it, on other cores, and encoding is the slowest
 * of it: on one core all would wait for it, and it looks for motion less thoroughly, which takes a quarter less time and
 * makes files that are a twentieth larger. A third thread works while the one that looks ahead keeps the other two
 * waiting. The same on every machine: the bytes depend on it.
 */
export const encoderEffort = (drawing: Drawing | undefined): string[] =>
  drawing?.layers === undefined ? ['-threads:v', '1'] : ['-threads:v', '3', '-subq', '1', '-partitions', 'i8x8,i4x4'];

/** Runs ffmpeg with what is fed to a change, which is given up when it ends. */
export async function withLayers<T>(
  drawing: Drawing | undefined,
  run: (more: { input?: Readable }) => Promise<T>,
): Promise<T> {
  if (drawing?.layers === undefined) return run({});
  const input = drawing.layers.frames();
  try {
    return await run({ input });
  } finally {
    input.destroy();
  }
}
