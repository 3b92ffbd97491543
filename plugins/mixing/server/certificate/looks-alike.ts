import type { FrameHashes } from '../plan/frame-hash.ts';
import { clusterNearDuplicates } from '../plan/near-duplicates.ts';

/** A shot's footage as it was rendered. */
export interface SymbolSegment {
  symbol: string;
  hashes: FrameHashes;
}

/** Symbols whose rendered pictures look the same, each to the first of its kind. */
export function looksAlike(segments: readonly SymbolSegment[]): Map<string, string> {
  const bySymbol = new Map(segments.map((segment) => [segment.symbol, segment.hashes]));
  const symbols = [...bySymbol.keys()];
  const clusters = clusterNearDuplicates([...bySymbol.values()]);
  const merged = new Map<string, string>();
  clusters.forEach((leader, index) => {
    const [symbol, standing] = [symbols[index], symbols[leader]];
    if (leader !== index && symbol !== undefined && standing !== undefined) {
      merged.set(symbol, standing);
    }
  });
  return merged;
}
