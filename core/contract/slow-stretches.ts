import { z } from 'zod';

/** A part of a video that is shown slower, picture and sound alike; both ends in one unit, such as milliseconds. */
export const slowStretchSchema = z.strictObject({
  from: z.number().min(0),
  to: z.number().min(0),
  /** Times longer that it is shown, at least 1. */
  factor: z.number().min(1),
});
/** See {@link slowStretchSchema}. */
export type SlowStretch = z.output<typeof slowStretchSchema>;

/**
 * When a moment of a video is shown while some of its stretches are shown slower; in their unit.
 * @param stretches in order and apart from each other, though they may meet
 */
export function slowedTime(stretches: readonly SlowStretch[], at: number): number {
  let late = 0;
  for (const { from, to, factor } of stretches) {
    if (from >= at) break;
    late += (Math.min(at, to) - from) * (factor - 1);
  }
  return at + late;
}

/** A span of whole milliseconds in the time of a video that is slower in some stretches. */
export const slowedSpan = (
  stretches: readonly SlowStretch[],
  { start, end }: { start: number; end: number },
): { start: number; end: number } => ({
  start: Math.round(slowedTime(stretches, start)),
  end: Math.round(slowedTime(stretches, end)),
});

/** How much longer a video is for its slow stretches, in their unit. */
export const addedBy = (stretches: readonly SlowStretch[]): number =>
  stretches.reduce((sum, { from, to, factor }) => sum + (to - from) * (factor - 1), 0);

/** The largest factor between two moments; 1 where nothing is slower. */
export function slowestIn(stretches: readonly SlowStretch[], { start, end }: { start: number; end: number }): number {
  return Math.max(1, ...stretches.filter(({ from, to }) => from < end && to > start).map(({ factor }) => factor));
}
