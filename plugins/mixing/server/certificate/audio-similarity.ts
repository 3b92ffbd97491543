import { bitCount } from '../plan/frame-hash.ts';

/** Items by which two sounds may be shifted against each other, about an eighth of a second each. */
const MOST_SHIFT = 2;

/** Likeness of two chromaprints: the share of equal bits at the best small shift; 0.5 is unrelated, 1 the same. */
export function audioSimilarity(a: Uint32Array, b: Uint32Array): number {
  let best = 0;
  for (let shift = -MOST_SHIFT; shift <= MOST_SHIFT; shift++) {
    const from = Math.max(0, shift);
    const to = Math.min(a.length, b.length + shift);
    let different = 0;
    for (let index = from; index < to; index++) {
      different += bitCount((a[index] ?? 0) ^ (b[index - shift] ?? 0));
    }
    if (to > from) {
      best = Math.max(best, 1 - different / ((to - from) * 32));
    }
  }
  return best;
}
