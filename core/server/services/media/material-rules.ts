import { fail, type MessageParams } from '#core/contract/errors.ts';

import type { MeasuredPackets } from './material-packets.ts';
import type { MediaInfo, VideoStream } from './media-info.ts';

/** What a material may be at most; everything has a default. */
export interface MaterialLimits {
  /** The name for messages; the path's own when absent. */
  name?: string;
  /** False when the caller decodes the file itself at once; its first frame is then not tried. */
  decode?: boolean;
  /** Bytes; no limit when absent. */
  maxBytes?: number;
  /** Seconds of picture; 1 when absent. */
  minSeconds?: number;
  /** Seconds; two hours when absent. */
  maxSeconds?: number;
  /** 16 when absent. */
  maxStreams?: number;
  /** Pixels of the longer side; 8192 when absent. */
  maxSide?: number;
  /** Pixels of the whole picture; 36 million when absent. */
  maxPixels?: number;
  /** The folder that the file must really lie in, links resolved; anywhere when absent. */
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
 * Only a moving picture will do.
 * @returns the picture
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

/** Times that no camera writes: they would make every later step run for hours or for ever. */
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
  // A second of 30 frames may be written as 0.9999.
  if (seconds < min - 0.001) refuse('core:media.too-short', { file, seconds: Math.floor(seconds * 100) / 100, min });
}

/** @throws expected `core:media.no-frames` */
export function refuseNoFrames(file: string, measured: MeasuredPackets): void {
  if (measured.frames === 0) refuse('core:media.no-frames', { file });
}

/** Hours without a frame. @throws expected `core:media.absurd-times` */
export function refuseHoles(file: string, measured: MeasuredPackets): void {
  if (measured.longestGap > LONGEST_GAP_SECONDS) refuse('core:media.absurd-times', { file });
}

/** A file that promises more than can be read of it was cut off on its way here. */
export function refuseTruncated(file: string, info: MediaInfo, measured: MeasuredPackets): void {
  const ofPicture = info.video?.duration ?? null;
  const stated = ofPicture ?? info.duration;
  if (stated === null) return;
  const begin = ofPicture === null ? info.startTime : (info.video?.startTime ?? 0);
  const found = (ofPicture === null ? measured.lastEnd : measured.end) - begin;
  if (stated - found > Math.max(0.5, stated * 0.02)) {
    refuse('core:media.truncated', { file, stated: rounded(stated), found: rounded(Math.max(0, found)) });
  }
}
