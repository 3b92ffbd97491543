import { framesMatch, tellingFrames, type FrameHashes } from './frame-hash.ts';

/** Share of the shorter material's frames that must be found in the other. */
const SHARE = 0.8;

/** Frames of a material that are looked for in another. */
const LOOKED_FOR = 24;

/**
 * Puts materials that show the same footage together: for each material the index of the first one of
 * its cluster. Mirrored, recoloured and cut-down copies count; chains join (A like B, B like C).
 */
export function clusterNearDuplicates(fingerprints: readonly FrameHashes[]): number[] {
  const telling = fingerprints.map(tellingFrames);
  const parent = fingerprints.map((_, at) => at);
  const root = (at: number): number => {
    let up = at;
    while (parent[up] !== up) up = parent[up] ?? up;
    parent[at] = up;
    return up;
  };
  const known = [...telling.keys()].filter((at) => (telling[at] ?? []).length > 0);
  known.forEach((a, index) => {
    for (const b of known.slice(index + 1)) {
      const [first, second] = [root(a), root(b)];
      if (first === second || !nearDuplicates(fingerprints, telling, a, b)) continue;
      parent[Math.max(first, second)] = Math.min(first, second);
    }
  });
  return fingerprints.map((_, at) => root(at));
}

/** How many of the frames look like any of the other's. */
export function matchingFrames(
  a: FrameHashes,
  frames: readonly number[],
  b: FrameHashes,
  others: readonly number[],
): number {
  let matching = 0;
  for (const frame of frames) if (others.some((other) => framesMatch(a, frame, b, other))) matching += 1;
  return matching;
}

function nearDuplicates(
  fingerprints: readonly FrameHashes[],
  telling: readonly (readonly number[])[],
  a: number,
  b: number,
): boolean {
  const [shorter, longer] = (telling[a] ?? []).length <= (telling[b] ?? []).length ? [a, b] : [b, a];
  const [own, other] = [fingerprints[shorter], fingerprints[longer]];
  const [all, others] = [telling[shorter] ?? [], telling[longer] ?? []];
  // A few frames tell as much as all of them; the other side keeps all, for a moving camera is never met at the same moment.
  const step = Math.max(1, Math.floor(all.length / LOOKED_FOR));
  const frames = all.filter((_, index) => index % step === 0);
  if (!own || !other || frames.length === 0) return false;
  let missesLeft = Math.floor(frames.length * (1 - SHARE) + 1e-9);
  for (const frame of frames) {
    if (others.some((candidate) => framesMatch(own, frame, other, candidate))) continue;
    missesLeft -= 1;
    if (missesLeft < 0) return false;
  }
  return true;
}
