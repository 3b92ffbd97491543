import type { Picture } from '#core/contract/picture.ts';

/** Must change whenever an encoder setting changes; part of every segment's parameters. */
export const SEGMENT_FORMAT = 'h264-mp4-5';

/** Ticks per second of the picture's timestamps in segments and finished videos. */
export const FRAME_TICKS = 512;

/** What may differ between pictures with the same parameter sets. */
interface EncoderChoice {
  /** Lower is finer. */
  quality: number;
  /** Frames from one key frame to the next, at most. */
  keyDistance: number;
  /** Further parameters of x264, of those that its parameter sets do not depend on. */
  parameters?: readonly string[];
  /**
   * Whether the encoder itself keeps within the level's rates; true by default. That takes it a seventh of its time, so
   * that it may pay to see afterwards whether they were kept.
   */
  isHeld?: boolean;
}

const SEGMENTS: EncoderChoice = {
  // The first picture of a segment is coded without what a whole video's encoder has learned by then, which costs
  // everything that is predicted from it a tenth of a decibel; 0.2 less makes up for it with 2 % of the size.
  quality: 20.8,
  // A key frame in the middle of a shot costs as much as seconds of a still picture, and noise is seen to jump there:
  // none within 20 s at 30 frames a second. Players that seek in longer shots need one now and then.
  keyDistance: 600,
};

/**
 * Encoder settings of every segment. Segments made with the same settings and picture format have the same
 * parameter sets, so that they can be joined without re-encoding.
 */
export function segmentEncoder(
  picture: Picture,
  { quality, keyDistance, parameters: further = [], isHeld = true }: EncoderChoice = SEGMENTS,
): string[] {
  const { level, rate, buffer } = levelOf(picture);
  const parameters = [
    `keyint=${keyDistance}`,
    'min-keyint=1',
    'open-gop=0',
    'scenecut=40',
    // Players of Apple's take parameter sets from the index alone; all segments have the same.
    'repeat-headers=0',
    'stitchable=1',
    ...(isHeld ? [`vbv-maxrate=${rate}`, `vbv-bufsize=${buffer}`] : []),
    'colorprim=bt709',
    'transfer=bt709',
    'colormatrix=bt709',
    // Sources may state their chroma location; written into only some segments, it would make their parameter
    // sets differ.
    'chromaloc=0',
    ...further,
  ];
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', `${quality}`, '-profile:v', 'high', '-level', level],
    ...['-x264-params', parameters.join(':'), '-pix_fmt', 'yuv420p', '-color_range', 'tv', '-threads:v', '1'],
    ...['-video_track_timescale', String(picture.fps * FRAME_TICKS), '-f', 'mp4'],
  ];
}

/** The most bits that a segment of so many frames may have. */
export function mostBits(picture: Picture, frames: number): number {
  const { rate, buffer } = levelOf(picture);
  return ((rate * frames) / picture.fps + buffer) * 1000;
}

/** A level of H.264, and the rates in kbit/s that we use of it. */
interface Level {
  level: string;
  rate: number;
  buffer: number;
}

/**
 * High profile allows 25 and 62.5 Mbit/s at these levels. Less is used, because each segment begins with a nearly full
 * buffer: joined ones add up to no more than the level allows in any second.
 */
const LEVELS: { small: Level; large: Level } = {
  small: { level: '3.2', rate: 16_000, buffer: 8_000 },
  large: { level: '4.1', rate: 40_000, buffer: 20_000 },
};

const levelOf = ({ width, height }: Picture): Level => (Math.max(width, height) > 1280 ? LEVELS.large : LEVELS.small);

/** A fast lossless format for the frames that a transition will blend; never shown. */
export const INTERMEDIATE_ENCODER = ['-c:v', 'utvideo', '-pix_fmt', 'yuv420p', '-threads:v', '1', '-f', 'nut'];
