import type { Estimate, Range } from '#plugins/mixing/range.ts';

import type { Pace, Paces } from './run-pace.ts';
import { cpuSecondsOf, type ShotWork } from './run-work.ts';

/**
 * What a number of videos takes, by what earlier runs took; editor and run tell the same.
 * @param each seconds of the shortest and of the longest video
 */
export function estimateOf(paces: Paces, work: ShotWork, videos: number, each: Range): Estimate {
  const played = (videos * (each.least + each.most)) / 2;
  return {
    seconds: around(cpuSecondsOf(work, videos), paces.time),
    bytes: around(played * work.megapixels, paces.space),
  };
}

function around(amount: number, { value, spread }: Pace): Range {
  return { least: (amount * value) / spread, most: amount * value * spread };
}

/** Between a range that was told beforehand and what was measured since: all of the latter at weight 1. */
export function narrowed({ least, most }: Range, measured: number, weight: number): Range {
  const between = (told: number) => told ** (1 - weight) * measured ** weight;
  return { least: between(least), most: between(most) };
}
