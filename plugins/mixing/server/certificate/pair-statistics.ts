import type { Pair } from '#plugins/mixing/certificate.ts';

/** The least, the middle and the mean of some numbers; zeros when there are none. */
export function statisticsOf(values: readonly number[]): { least: number; median: number; mean: number } {
  if (values.length === 0) {
    return { least: 0, median: 0, mean: 0 };
  }
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const median =
    sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { least: sorted[0] ?? 0, median, mean: sorted.reduce((sum, value) => sum + value, 0) / sorted.length };
}

/** The pair that shares most footage. */
export function worstOf(pairs: readonly Pair[]): Pair | null {
  let worst: Pair | null = null;
  for (const pair of pairs) {
    const more = worst === null ? 1 : pair.sharedFootage - worst.sharedFootage;
    if (more > 0 || (more === 0 && worst !== null && pair.orderedDistance < worst.orderedDistance)) {
      worst = pair;
    }
  }
  return worst;
}
