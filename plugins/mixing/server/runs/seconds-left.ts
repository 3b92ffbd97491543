import { isMeasuredEnough } from '#core/server/services/tool-runs/measured-enough.ts';
import type { RunRow } from '#core/server/services/tool-runs/tables.ts';

import type { Estimate, Range } from '#plugins/mixing/range.ts';
import { narrowed } from '../measure/estimate.ts';

/** A run of which the videos are made for the greater part tells by itself how long the rest takes. */
const TELLS_ITSELF = 0.4;

/** Estimated seconds until all videos are made: as they were told beforehand, and more and more by the pace since. */
export function secondsLeft(
  run: Pick<RunRow, 'state' | 'progress' | 'progressAt' | 'workingSince' | 'workingFrom'> & {
    estimate: Estimate | null;
  },
  now: Date,
): Range | null {
  const { state, progress, progressAt, workingSince, workingFrom, estimate } = run;
  if (state !== 'working' || progressAt === null || workingSince === null) return null;
  const seconds = (progressAt.getTime() - workingSince.getTime()) / 1000;
  const done = progress - workingFrom;
  const isMeasured = isMeasuredEnough(done, seconds);
  if (estimate === null && !isMeasured) return null;
  const rest = (1 - progress) / (1 - workingFrom);
  const measured = isMeasured ? (seconds * (1 - progress)) / done : 0;
  const told =
    estimate === null
      ? { least: measured, most: measured }
      : { least: estimate.seconds.least * rest, most: estimate.seconds.most * rest };
  const { least, most } = isMeasured ? narrowed(told, measured, Math.min(1, done / TELLS_ITSELF)) : told;
  const since = (now.getTime() - progressAt.getTime()) / 1000;
  return { least: Math.max(0, least - since), most: Math.max(0, most - since) };
}
