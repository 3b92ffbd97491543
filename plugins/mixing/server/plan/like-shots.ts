import { NO_FOOTAGE, sliceFingerprint, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';

import type { ShotWindow } from './plan-input.ts';
import { isSameFootage } from './shared-footage.ts';

/** A stretch of a material with what the material shows. */
export interface ShownShot {
  symbol: string;
  window: ShotWindow;
  /** Of the whole material; empty where it is not known to resemble another. */
  fingerprint: Fingerprint;
}

/**
 * Finds shots that show the same footage. Each symbol leads to the one that stands for it, which is an earlier shot's;
 * those that stand for themselves are absent. Likeness is not passed on: a shot that is half of one and half of the
 * next must not make one of the two.
 */
export function likeShots(shots: readonly ShownShot[]): Map<string, string> {
  const leaders: { symbol: string; footage: Fingerprint }[] = [];
  const merged = new Map<string, string>();
  const seen = new Set<string>();
  for (const { symbol, window, fingerprint } of shots) {
    if (seen.has(symbol)) continue;
    seen.add(symbol);
    const footage = footageWithin(fingerprint, window);
    const leader = footage.frames === 0 ? undefined : leaders.find((each) => isSameFootage(each.footage, footage));
    if (leader !== undefined) merged.set(symbol, leader.symbol);
    else if (footage.frames > 0) leaders.push({ symbol, footage });
  }
  return merged;
}

/** The part of a material's fingerprint that lies in a window. */
function footageWithin(fingerprint: Fingerprint, { start, end }: ShotWindow): Fingerprint {
  if (fingerprint.frames === 0) return NO_FOOTAGE;
  return sliceFingerprint(fingerprint, Math.ceil(start * FOOTAGE_RATE - 0.01), Math.ceil(end * FOOTAGE_RATE - 0.01));
}
