import { z } from 'zod';

import { chooseBoundaries, DEFAULT_SENSITIVITY, DEFAULT_SHORTEST, foundShotsSchema } from '#core/contract/shots.ts';

/** Measures of each second of a video. */
export const STEPS = 4;

const spanSchema = z.object({ from: z.number(), to: z.number() });
/** A stretch of a video, in seconds. */
export type Span = z.output<typeof spanSchema>;

/** What was measured of a video, by which pieces of it are chosen. Seconds are those of the material. */
export const footageSchema = z.object({
  shots: foundShotsSchema,
  /** {@link STEPS} bytes a second, in hexadecimal digits: how much changes from frame to frame, 0 to 255. */
  motion: z.string(),
  /** The same of how much fine detail the picture has. */
  detail: z.string(),
  /** The same of how much its sound is like speech; empty without sound. */
  voice: z.string(),
  /** Where nobody speaks. */
  pauses: z.array(spanSchema),
  /** Beginnings of frames in those pauses at which a cut disturbs no word. */
  quiet: z.array(z.number()),
  /** When there is text in the picture; null where that was not looked for. */
  texts: z.array(spanSchema).nullable(),
});
/** What was measured of a video. */
export type Footage = z.output<typeof footageSchema>;

/** What a stretch of a video is like: each from 0 to 1. */
export interface Measured {
  motion: number;
  detail: number;
  voice: number;
  /** The share of it in which there is text; null where that was not looked for. */
  text: number | null;
}

/** Measures stretches of one video, each at the price of a few additions. */
export interface FootageRuler {
  seconds: number;
  /** Where a piece may begin and end, ascending: at a shot or in a pause. */
  starts: readonly number[];
  ends: readonly number[];
  /** Where one shot follows another, ascending. */
  cuts: readonly number[];
  measure(from: number, to: number): Measured;
}

/** Reads what was measured once, so that many stretches can be looked at. */
export function rulerOf({ shots, motion, detail, voice, quiet, texts }: Footage): FootageRuler {
  const boundaries = chooseBoundaries(shots, {
    ...{ sensitivity: DEFAULT_SENSITIVITY, shortest: DEFAULT_SHORTEST, trims: true },
  });
  const sums = [motion, detail, voice].map(sumsOf);
  const covered = texts === null ? null : mergeSpans(texts);
  const ascending = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b);
  return {
    seconds: shots.seconds,
    starts: ascending([0, ...boundaries.map(({ to }) => to), ...quiet]),
    ends: ascending([...boundaries.map(({ from }) => from), ...quiet, shots.seconds]),
    cuts: boundaries.map(({ seconds }) => seconds),
    measure(from, to) {
      const [ofMotion = 0, ofDetail = 0, ofVoice = 0] = sums.map((sum) => meanOf(sum, from, to));
      const text = covered === null ? null : overlapOf(covered, from, to) / Math.max(to - from, 1e-6);
      return { motion: ofMotion, detail: ofDetail, voice: ofVoice, text };
    },
  };
}

/** Sums of all bytes before each one. */
function sumsOf(bytes: string): Float64Array {
  const sums = new Float64Array(bytes.length / 2 + 1);
  for (let at = 0; at < bytes.length / 2; at++) {
    sums[at + 1] = (sums[at] ?? 0) + Number.parseInt(bytes.slice(2 * at, 2 * at + 2), 16);
  }
  return sums;
}

/** The mean of the steps that a stretch touches, 0 to 1. */
function meanOf(sums: Float64Array, from: number, to: number): number {
  const count = sums.length - 1;
  if (count <= 0) return 0;
  const first = Math.max(0, Math.min(count - 1, Math.floor(from * STEPS + 1e-6)));
  const last = Math.max(first + 1, Math.min(count, Math.ceil(to * STEPS - 1e-6)));
  return ((sums[last] ?? 0) - (sums[first] ?? 0)) / ((last - first) * 255);
}

/** Stretches in order, those that touch as one. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function overlapOf(spans: readonly Span[], from: number, to: number): number {
  let sum = 0;
  for (const span of spans) sum += Math.max(0, Math.min(to, span.to) - Math.max(from, span.from));
  return sum;
}
