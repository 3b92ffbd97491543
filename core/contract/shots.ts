import { z } from 'zod';

/** How one shot follows another: at once, as a mixture of both, or through black or white. */
export const BOUNDARY_KINDS = ['cut', 'dissolve', 'fade'] as const;
/** How one shot follows another. */
export type BoundaryKind = (typeof BOUNDARY_KINDS)[number];

/** A boundary between two shots. Seconds are those of the material, from its beginning on. */
export const boundarySchema = z.object({
  kind: z.enum(BOUNDARY_KINDS),
  /** When the next shot begins: its first frame, or that in the middle of a change that takes several. */
  seconds: z.number(),
  /** The number of that frame, from 0. */
  frame: z.number().int(),
  /** When the first frame is shown that shows both, and the first one that shows only the next; both `seconds` for a cut. */
  from: z.number(),
  to: z.number(),
  /** How sure it is, 0 to 1: what sensitivity is compared with. */
  strength: z.number(),
});
/** A boundary between two shots. */
export type Boundary = z.output<typeof boundarySchema>;

/** What was found in a video. */
export const foundShotsSchema = z.object({
  /** Frames that a player shows. */
  frames: z.number().int(),
  /** Seconds at which the last one ends. */
  seconds: z.number(),
  /** In playing order; more of them than are usually wanted, with less strength. */
  boundaries: z.array(boundarySchema),
});
/** What was found in a video. */
export type FoundShots = z.output<typeof foundShotsSchema>;

/** How much is taken for a boundary: 0 for what is certain only, 1 for all that was found; by default the middle. */
export const DEFAULT_SENSITIVITY = 0.5;

/** Seconds that a shot lasts at the least, by default. */
export const DEFAULT_SHORTEST = 0.6;

/**
 * The boundaries of those that were found that are strong enough. Of those that would leave a shot shorter than
 * `shortest`, the strongest remain.
 * @param trims frames that show two shots belong to neither, so that a shot lasts from the end of one change to the
 *   beginning of the next; false by default
 */
export function chooseBoundaries(
  { boundaries, seconds }: FoundShots,
  { sensitivity, shortest, trims = false }: { sensitivity: number; shortest: number; trims?: boolean },
): Boundary[] {
  const least = leastStrength(sensitivity);
  const endBefore = ({ seconds: at, from }: Boundary): number => (trims ? from : at);
  const startBehind = ({ seconds: at, to }: Boundary): number => (trims ? to : at);
  const kept: Boundary[] = [];
  for (const boundary of boundaries.toSorted((a, b) => b.strength - a.strength || a.seconds - b.seconds)) {
    if (boundary.strength < least) break;
    if (endBefore(boundary) < shortest || seconds - startBehind(boundary) < shortest) continue;
    const hasRoom = (other: Boundary): boolean =>
      other.seconds < boundary.seconds
        ? endBefore(boundary) - startBehind(other) >= shortest
        : endBefore(other) - startBehind(boundary) >= shortest;
    if (kept.every(hasRoom)) kept.push(boundary);
  }
  return kept.sort((a, b) => a.seconds - b.seconds);
}

/** The strength that a boundary needs at a sensitivity; 0.5 at the middle. */
export function leastStrength(sensitivity: number): number {
  return Math.min(0.97, Math.max(0.05, 1 - sensitivity));
}
