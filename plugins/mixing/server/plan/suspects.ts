import { frameCount, frameDistance, tellingFrames, type FrameHashes } from './frame-hash.ts';

/** Frames of one scene, seen half a second apart by a moving camera, differ in so many of 64 bits at most. */
const SUSPECT_BITS = 16;

/** A material as a glance at its key frames shows it. */
export interface Glance {
  glance: FrameHashes;
  /** Whether it may yield more than one shot. */
  several: boolean;
}

/**
 * Finds the materials that may show the same as another, or the same twice: those worth a closer look.
 * @returns their indexes
 */
export function suspects(materials: readonly Glance[]): Set<number> {
  const telling = materials.map(({ glance }) => tellingFrames(glance));
  const found = new Set<number>();
  materials.forEach((first, a) => {
    for (let b = first.several ? a : a + 1; b < materials.length; b++) {
      const second = materials[b];
      if (
        second !== undefined &&
        !(found.has(a) && found.has(b)) &&
        alike(first.glance, telling[a] ?? [], second.glance, telling[b] ?? [])
      ) {
        found.add(a).add(b);
      }
    }
  });
  return found;
}

function alike(a: FrameHashes, framesA: readonly number[], b: FrameHashes, framesB: readonly number[]): boolean {
  return framesA.some((i) =>
    framesB.some(
      (j) =>
        (a !== b || i < j) &&
        j < frameCount(b) &&
        (frameDistance(a.frames, i, b.frames, j) <= SUSPECT_BITS ||
          frameDistance(a.frames, i, b.mirrored, j) <= SUSPECT_BITS),
    ),
  );
}
