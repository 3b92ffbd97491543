import { frameCount, tellingFrames, type FrameHashes } from './frame-hash.ts';
import { matchingFrames } from './near-duplicates.ts';
import type { ShotWindow } from './plan-input.ts';

/** A stretch of a material with what it shows. */
export interface ShownShot {
  symbol: string;
  window: ShotWindow;
  fingerprint: FrameHashes;
}

/** Two shots count as one when so much of the shorter one is in the other. */
const ALIKE = 0.8;

/** Frames of a shot that are looked for in the other; more would only cost time. */
const LOOKED_FOR = 8;

/**
 * Finds shots that show the same: two takes of one scene, or stretches of a clip in which nothing
 * changes. Each symbol leads to the one that stands for it; those that stand for themselves are absent.
 * @param rate frames a second of the fingerprints
 */
export function likeShots(all: readonly ShownShot[], rate: number): Map<string, string> {
  const shots = all.filter(({ fingerprint }) => frameCount(fingerprint) > 0);
  const frames = shots.map(({ fingerprint, window }) =>
    tellingFrames(fingerprint).filter((frame) => frame / rate >= window.start - 0.01 && frame / rate < window.end),
  );
  const looked = frames.map((list) => {
    const step = Math.max(1, Math.floor(list.length / LOOKED_FOR));
    return list.filter((_, index) => index % step === 0);
  });
  const leader = new Map<string, string>();
  const find = (symbol: string): string => {
    const next = leader.get(symbol);
    return next === undefined ? symbol : find(next);
  };
  shots.forEach((first, a) => {
    for (let b = a + 1; b < shots.length; b++) {
      const second = shots[b];
      if (second === undefined || find(first.symbol) === find(second.symbol)) {
        continue;
      }
      const shorter = (frames[a]?.length ?? 0) <= (frames[b]?.length ?? 0);
      const [own, other] = shorter ? [first, second] : [second, first];
      const [wanted, among] = shorter ? [looked[a] ?? [], frames[b] ?? []] : [looked[b] ?? [], frames[a] ?? []];
      if (
        wanted.length > 0 &&
        matchingFrames(own.fingerprint, wanted, other.fingerprint, among) >= wanted.length * ALIKE
      ) {
        leader.set(find(second.symbol), find(first.symbol));
      }
    }
  });
  return new Map([...leader.keys()].map((symbol) => [symbol, find(symbol)]));
}
