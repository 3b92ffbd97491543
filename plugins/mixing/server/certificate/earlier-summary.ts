import type { Certificate, Pair } from '#plugins/mixing/certificate.ts';
import type { ComparableOutput } from './compare-pairs.ts';
import { statisticsOf, worstOf } from './pair-statistics.ts';
import { isOver, type SymbolSegment } from './pairs-over-limit.ts';

/** A video of an earlier run. */
export interface EarlierOutput extends ComparableOutput {
  segments: SymbolSegment[];
  /** Whether these outputs were planned together with it, so that those too similar to it are replaced. */
  binding: boolean;
}

/** What a certificate says of a batch beside what its project made before. */
export function summariseEarlier(
  across: readonly Pair[],
  earlier: { outputs: readonly EarlierOutput[]; all: number },
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
