import type { Certificate, Pair } from '#plugins/mixing/certificate.ts';
import { isOver, type ComparableOutput } from './compare-pairs.ts';
import { statisticsOf, worstOf } from './pair-statistics.ts';

/** What a certificate says of a batch beside what its project made before. */
export function summariseEarlier(
  across: readonly Pair[],
  earlier: { outputs: readonly ComparableOutput[]; all: number },
  mostShared: number,
): NonNullable<Certificate['earlier']> {
  return {
    outputs: earlier.outputs.length,
    all: earlier.all,
    pairs: across.length,
    sharedShots: across.reduce((most, pair) => Math.max(most, pair.sharedShots), 0),
    footage: statisticsOf(across.map((pair) => 1 - pair.sharedFootage)),
    worst: worstOf(across),
    failures: across.filter((pair) => isOver(pair, mostShared)).length,
  };
}
