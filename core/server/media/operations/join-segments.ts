import { readFile } from 'node:fs/promises';

import type { Picture } from '#core/contract/picture.ts';

import { TS_CLOCK } from './segment-encoder.ts';
import { shiftTransportStream } from './transport-stream.ts';

/** A piece of an output, ready to be joined by copying. */
export interface Segment {
  /** A segment file that was verified when it was made; its facts lie beside it. */
  path: string;
  frames: number;
  /** The first picture's time as it was verified, in ticks of MPEG-TS. */
  start: number;
}

/** Times begin here, so that those of decoding, which run ahead, are never below 0. */
const LEAD = TS_CLOCK;

/**
 * Joins segments into one MPEG-TS whose times go on evenly. Done here because ffmpeg's own joining opens
 * and probes every piece anew, which costs three times the copying.
 */
export async function* joinSegments(segments: readonly Segment[], picture: Picture): AsyncGenerator<Buffer> {
  const counters = new Map<number, number>();
  const ticks = TS_CLOCK / picture.fps;
  let at = LEAD;
  for (const { path, frames, start } of segments) {
    const bytes = await readFile(path);
    shiftTransportStream(bytes, at - start, counters);
    at += frames * ticks;
    yield bytes;
  }
}
