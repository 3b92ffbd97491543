import { isSameFootage } from '../plan/shared-footage.ts';
import { compareWithEarlier, isOver } from './compare-pairs.ts';
import type { CertifiedOutput } from './make-certificate.ts';

/** A finished video that another one is too much like. */
export interface Alike {
  file: string;
  /** Symbols of either that show the same footage under two names, but for the one that stands for each. */
  lookalikes: string[];
}

/** Compares a video with finished ones: the one that it shares most with, where that is more than it may be. */
export function findAlike(
  own: CertifiedOutput,
  finished: readonly CertifiedOutput[],
  mostShared: number,
): Alike | null {
  const over = compareWithEarlier([own], finished).across.filter((pair) => isOver(pair, mostShared));
  const [worst] = over.sort((a, b) => b.sharedFootage - a.sharedFootage);
  const other = finished.find(({ file }) => file === worst?.b);
  if (other === undefined) return null;
  const lookalikes = new Set<string>();
  for (const a of own.segments) {
    for (const b of other.segments) {
      if (a.symbol === b.symbol || !isSameFootage(a.footage, b.footage)) continue;
      lookalikes.add(a.symbol < b.symbol ? b.symbol : a.symbol);
    }
  }
  return { file: other.file, lookalikes: [...lookalikes] };
}
