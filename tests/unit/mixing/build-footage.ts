import { POINTS, SIDE, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { orient } from '#core/server/services/media/footage/orientations.ts';
import type { Random } from '#plugins/mixing/server/plan/random.ts';

/** Footage of which every frame shows something else. */
export function buildFootage(frames: number, random: Random): Fingerprint {
  return { frames, views: [Int8Array.from({ length: frames * POINTS }, () => random.below(160) - 80)] };
}

/** Frames that show nothing. */
export function blank(frames: number): Fingerprint {
  return { frames, views: [new Int8Array(frames * POINTS)] };
}

export function mirrored({ frames, views }: Fingerprint): Fingerprint {
  return {
    frames,
    views: views.map((points) => {
      const turned = new Int8Array(points.length);
      for (let at = 0; at < points.length; at += POINTS)
        turned.set(orient(points.subarray(at, at + POINTS), SIDE, 1), at);
      return turned;
    }),
  };
}

/** One after the other. */
export function joined(...parts: Fingerprint[]): Fingerprint {
  return {
    frames: parts.reduce((sum, { frames }) => sum + frames, 0),
    views: [Int8Array.from(parts.flatMap(({ views }) => [...(views[0] ?? [])]))],
  };
}

/** The same footage, of which so much went lost in noise: 0 to 1. */
export function noisy({ frames, views }: Fingerprint, share: number, random: Random): Fingerprint {
  return {
    frames,
    views: views.map((points) => points.map((point) => point * (1 - share) + (random.below(160) - 80) * share)),
  };
}
