import { z } from 'zod';

import { boxSchema, type Box } from './reframe.ts';
import { LATE } from './shown-frames.ts';
import type { TextCue } from './text-cue.ts';

/** Heights of a line of text by which a box reaches beyond it. */
export const PADDING = { least: 0, most: 2, usual: 0.3 } as const;

/** Positions of a box, at most. */
export const MOST_KEYS = 100;

const keySchema = z.strictObject({
  /** Seconds of the video. */
  time: z.number().min(0).max(1e6),
  /** In shares of the upright picture's sides. */
  box: boxSchema,
});

/** Where in a video something is done. */
export const placeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('box'),
    /** Where it is at some moments: evenly between them, at rest before the first one and after the last one. */
    keys: z
      .array(keySchema)
      .min(1)
      .max(MOST_KEYS)
      .refine((keys) => keys.every(({ time }, at) => time > (keys[at - 1]?.time ?? -1)), {
        error: 'positions are in order of time',
      }),
  }),
  /** Over every line of text that is read within an area, as long as it is there. */
  z.strictObject({
    kind: z.literal('text'),
    area: boxSchema,
    /** @see PADDING */
    padding: z.number().min(PADDING.least).max(PADDING.most).default(PADDING.usual),
  }),
]);
/** Where in a video something is done. */
export type Place = z.output<typeof placeSchema>;

/** A place, and when: seconds of the video, `to` null for its end. */
export interface PlaceInTime {
  place: Place;
  from: number;
  to: number | null;
}

const side = z.number().min(-10).max(10);
const reachingBoxSchema = z.strictObject({ x: side, y: side, width: side, height: side });

/** Boxes that come and go together, in seconds of the video and shares of its upright picture's sides. */
export const trackSchema = z.strictObject({
  from: z.number(),
  /** Null for the end. */
  to: z.number().nullable(),
  /**
   * Where they are at some moments, each time as many: evenly between them, at rest before and after. They may reach
   * beyond the picture.
   */
  keys: z.array(z.strictObject({ time: z.number(), boxes: z.array(reachingBoxSchema).min(1) })).min(1),
});
/** Boxes that come and go together. */
export type Track = z.output<typeof trackSchema>;

/** Seconds by which text may be there before and after it was noticed. */
const TEXT_MARGIN = 0.1;

/**
 * The tracks of a place.
 * @param cues the text of the video, for a place that follows it
 * @param shape width over height of the upright picture
 */
export function tracksOf({ place, from, to }: PlaceInTime, cues: readonly TextCue[], shape: number): Track[] {
  if (place.kind === 'box') return [{ from, to, keys: place.keys.map(({ time, box }) => ({ time, boxes: [box] })) }];
  const end = to ?? Infinity;
  return cues.flatMap((cue): Track[] => {
    const [begins, ends] = [Math.max(from, cue.from - TEXT_MARGIN), Math.min(end, cue.to + TEXT_MARGIN)];
    const boxes = cue.boxes.filter((box) => isIn(box, place.area)).map((box) => padded(box, place.padding, shape));
    if (ends <= begins || boxes.length === 0) return [];
    const moves = cue.moves.length === 0 ? [{ time: cue.from, x: 0, y: 0 }] : cue.moves;
    return [
      {
        ...{ from: begins, to: ends },
        keys: moves.map(({ time, x, y }) => ({
          time,
          boxes: boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
        })),
      },
    ];
  });
}

function isIn(box: Box, area: Box): boolean {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
}

/** A box that reaches further by a share of its line's height, alike to all sides as people see it. */
function padded({ x, y, width, height }: Box, padding: number, shape: number): Box {
  const down = height * padding;
  const across = down / shape;
  return { x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down };
}

/**
 * The frames in which a track is seen: from the one on screen at its beginning to the one before that at its end.
 * @param times seconds at which the frames begin
 * @param end seconds at which the last one ends
 */
export function framesOf({ from, to }: Track, times: readonly number[], end: number): { first: number; last: number } {
  if (from >= end) return { first: times.length, last: times.length };
  return {
    first: Math.max(0, countBefore(times, from + LATE, true) - 1),
    last: to === null ? times.length : countBefore(times, to - LATE, false),
  };
}

/** How many of ascending times lie before a moment, or at it. */
function countBefore(times: readonly number[], moment: number, orAt: boolean): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const time = times[middle] ?? 0;
    if (time < moment || (orAt && time === moment)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the boxes of a track are in a frame that is on screen from `time` until `until`; none when it is not seen. */
export function boxesIn(track: Track, { time, until }: { time: number; until: number }): readonly Box[] {
  const isSeen = until > track.from + LATE && (track.to === null || time < track.to - LATE);
  return isSeen ? boxesAt(track.keys, time) : [];
}

/** Where boxes are that move from key to key. */
export function boxesAt(keys: Track['keys'], time: number): readonly Box[] {
  const after = keys.findIndex((key) => key.time > time);
  const next = keys[after] ?? keys.at(-1);
  const last = after <= 0 ? next : keys[after - 1];
  if (next === undefined || last === undefined || next.time <= last.time) return next?.boxes ?? [];
  const share = (time - last.time) / (next.time - last.time);
  return last.boxes.map((box, at) => between(box, next.boxes[at] ?? box, share));
}

function between(one: Box, two: Box, share: number): Box {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    x: mix(one.x, two.x),
    y: mix(one.y, two.y),
    width: mix(one.width, two.width),
    height: mix(one.height, two.height),
  };
}
