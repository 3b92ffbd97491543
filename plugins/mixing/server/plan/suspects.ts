import { isWorthComparing } from '#core/server/services/media/footage/compare-footage.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

/** A material as a glance at its key frames shows it. */
export interface Glance {
  glance: Fingerprint;
  /** Whether it may yield more than one shot. */
  several: boolean;
}

/**
 * Finds the materials that may show the same as another, or the same twice: those worth a closer look.
 * @returns their indexes
 */
export function suspects(materials: readonly Glance[]): Set<number> {
  const found = new Set<number>();
  materials.forEach((first, a) => {
    for (let b = first.several ? a : a + 1; b < materials.length; b++) {
      const second = materials[b];
      if (second === undefined || (found.has(a) && found.has(b))) continue;
      if (isWorthComparing(first.glance, second.glance)) found.add(a).add(b);
    }
  });
  return found;
}
