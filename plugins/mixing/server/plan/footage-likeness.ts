import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { framesToTell, sharedFootage } from './shared-footage.ts';

/** Which frames of a number of shots look alike. */
export interface FootageLikeness {
  /** Telling frames of each shot; -1 where its footage is not known. */
  frames: Int32Array;
  /** For each shot the other ones that show some of the same footage. */
  alike: readonly (readonly number[])[];
  /** How many frames of `shots` are found in any of `others`. All footage must be known. */
  matching(shots: Int32Array, others: Int32Array): number;
}

/** Compares all shots once; null means unknown footage. */
export function openLikeness(footage: readonly (Fingerprint | null)[]): FootageLikeness {
  const frames = Int32Array.from(footage, (shot) =>
    shot === null || shot.frames === 0 ? -1 : framesToTell(shot).length,
  );
  const alike: number[][] = footage.map(() => []);
  const marks = new Map<number, Uint8Array>();
  footage.forEach((first, a) => {
    for (let b = a + 1; first !== null && b < footage.length; b += 1) {
      const second = footage[b];
      const shared = second ? sharedFootage(first, second) : null;
      if (shared === null) continue;
      alike[a]?.push(b);
      alike[b]?.push(a);
      marks.set(a * footage.length + b, shared.first);
      marks.set(b * footage.length + a, shared.second);
    }
  });

  function found(shot: number, others: Int32Array): number {
    if (others.includes(shot)) return frames[shot] ?? 0;
    const near = alike[shot]?.filter((other) => others.includes(other)) ?? [];
    if (near.length === 0) return 0;
    const union = new Uint8Array(footage[shot]?.frames ?? 0);
    for (const other of near) {
      marks.get(shot * footage.length + other)?.forEach((mark, frame) => (union[frame] = (union[frame] ?? 0) | mark));
    }
    return union.reduce((sum, mark) => sum + mark, 0);
  }
  return {
    frames,
    alike,
    matching: (shots, others) => shots.reduce((sum, shot) => sum + found(shot, others), 0),
  };
}
