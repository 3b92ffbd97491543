import { fail, type MessageParams } from '#core/contract/errors.ts';

import type { MeasuredPackets } from './material-packets.ts';
import type { MediaInfo, VideoStream } from './media-info.ts';

/** The limits on a material; each has a default. */
export interface MaterialLimits {
  /** The name used in messages; the path's last part by default. */
  name?: string;
  /** The most bytes; unlimited by default. */
  maxBytes?: number;
  /** The fewest seconds of picture; 1 by default. */
  minSeconds?: number;
  /** The most seconds; two hours by default. */
  maxSeconds?: number;
  /** The most streams; 16 by default. */
  maxStreams?: number;
  /** The most pixels on the longer side; 8192 by default. */
  maxSide?: number;
  /** The most pixels in the whole picture; 36 million by default. */
  maxPixels?: number;
  /** The folder that the file must lie in once links are resolved; anywhere by default. */
  within?: string;
}

const SANE_SECONDS = 7 * 24 * 3600;
const SANE_START_SECONDS = 24 * 3600;
const LONGEST_GAP_SECONDS = 600;

const refuse = (code: Parameters<typeof fail>[0], params: MessageParams): never =>
  fail(code, params, { kind: 'invalid' });

const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

/** @throws expected `core:media.too-big` (413) */
export function refuseTooBig(file: string, bytes: number, limits: MaterialLimits): void {
  if (limits.maxBytes !== undefined && bytes > limits.maxBytes) {
    fail('core:media.too-big', { file, limit: Math.round(limits.maxBytes / 1e6) }, { kind: 'too-large' });
  }
}

/** @throws expected `core:media.too-many-streams` */
export function refuseManyStreams(file: string, info: MediaInfo, limits: MaterialLimits): void {
  const max = limits.maxStreams ?? 16;
  if (info.streamCount > max) refuse('core:media.too-many-streams', { file, count: info.streamCount, max });
}

/**
 * Accepts only a file with moving pictures.
 * @returns the picture stream
 * @throws expected `core:media.picture`, `core:media.sound-only`, `core:media.no-frames`
 */
export function refuseNoPicture(file: string, info: MediaInfo): VideoStream {
  if (/_pipe$|^(gif|image2|webp)$/.test(info.container)) refuse('core:media.picture', { file });
  if (info.video === null)
    return refuse(info.audio === null ? 'core:media.no-frames' : 'core:media.sound-only', { file });
  if (info.video.width === 0 || info.video.height === 0) refuse('core:media.no-frames', { file });
  return info.video;
}

/** @throws expected `core:media.too-large-picture` */
export function refuseLargePicture(file: string, video: VideoStream, limits: MaterialLimits): void {
  const { width, height } = video;
  const [maxSide, maxPixels] = [limits.maxSide ?? 8192, limits.maxPixels ?? 36e6];
  const sides = [width, height, video.displayWidth, video.displayHeight];
  if (Math.max(...sides) > maxSide || width * height > maxPixels) {
    refuse('core:media.too-large-picture', { file, width, height, side: maxSide });
  }
}

/** Refuses times that no camera writes: they would make every later step run for hours or for ever. */
export function refuseAbsurdTimes(file: string, info: MediaInfo): void {
  const lengths = [info.duration ?? 0, info.video?.duration ?? 0];
  const starts = [info.startTime, info.video?.startTime ?? 0];
  const absurd =
    lengths.some((length) => length < 0 || length > SANE_SECONDS) ||
    starts.some((start) => Math.abs(start) > SANE_START_SECONDS);
  if (absurd) refuse('core:media.absurd-times', { file });
}

/** @throws expected `core:media.too-long` */
export function refuseTooLong(file: string, seconds: number, limits: MaterialLimits): void {
  const max = limits.maxSeconds ?? 7200;
  if (seconds > max)
    refuse('core:media.too-long', { file, minutes: Math.ceil(seconds / 60), max: Math.floor(max / 60) });
}

/** @throws expected `core:media.too-short` */
export function refuseTooShort(file: string, seconds: number, limits: MaterialLimits): void {
  const min = limits.minSeconds ?? 1;
  // A second at 30 frames may be written as 0.9999.
  if (seconds < min - 0.001) refuse('core:media.too-short', { file, seconds: Math.floor(seconds * 100) / 100, min });
}

/** @throws expected `core:media.no-frames` */
export function refuseNoFrames(file: string, measured: MeasuredPackets): void {
  if (measured.frames === 0) refuse('core:media.no-frames', { file });
}

/**
 * Refuses a gap of hours between frames.
 * @throws expected `core:media.absurd-times`
 */
export function refuseHoles(file: string, measured: MeasuredPackets): void {
  if (measured.longestGap > LONGEST_GAP_SECONDS) refuse('core:media.absurd-times', { file });
}

/** Refuses a file that promises more than can be read: it was cut off on its way here. */
export function refuseTruncated(file: string, info: MediaInfo, measured: MeasuredPackets): void {
  const ofPicture = info.video?.duration ?? null;
  const stated = ofPicture ?? info.duration;
  if (stated === null) return;
  // Matroska states when a stream ends, counted from 0, others how long it lasts.
  const isEnd = info.container.split(',').includes('matroska');
  const begin = isEnd ? 0 : ofPicture === null ? info.startTime : (info.video?.startTime ?? 0);
  const found = (ofPicture === null ? measured.lastEnd : measured.end) - begin;
  if (stated - found > Math.max(0.5, stated * 0.02)) {
    refuse('core:media.truncated', { file, stated: rounded(stated), found: rounded(Math.max(0, found)) });
  }
}
