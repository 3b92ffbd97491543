import { framesMatch, tellingFrames, type FrameHashes } from '../plan/frame-hash.ts';

/** A segment whose frames were hashed. */
export interface HashedSegment {
  key: string;
  hashes: FrameHashes;
}

/** Which frames of each segment are found in each other segment. Indexes are those of the list given. */
export interface SegmentMatches {
  /** Frames of a segment that show something. */
  telling(segment: number): number;
  /** Of those, how many are in any of the others. */
  matching(segment: number, others: readonly number[]): number;
}

/** Compares all segments with each other, plain and mirrored, once; pairs of outputs only look up. */
export function matchSegments(segments: readonly HashedSegment[]): SegmentMatches {
  const telling = segments.map(({ hashes }) => tellingFrames(hashes));
  const words = telling.map((frames) => Math.ceil(frames.length / 32));
  const masks = new Map<number, Uint32Array>();

  const maskOf = (a: number, b: number): Uint32Array => {
    const id = a * segments.length + b;
    let mask = masks.get(id);
    if (mask === undefined) {
      mask = new Uint32Array(words[a] ?? 0);
      const [own, other] = [segments[a], segments[b]];
      for (const [bit, frame] of (telling[a] ?? []).entries()) {
        const found =
          a === b ||
          (own !== undefined &&
            other !== undefined &&
            (telling[b] ?? []).some((candidate) => framesMatch(own.hashes, frame, other.hashes, candidate)));
        if (found) {
          mask[bit >> 5] = (mask[bit >> 5] ?? 0) | (1 << (bit & 31));
        }
      }
      masks.set(id, mask);
    }
    return mask;
  };

  return {
    telling: (segment) => telling[segment]?.length ?? 0,
    matching(segment, others) {
      let count = 0;
      for (let word = 0; word < (words[segment] ?? 0); word++) {
        let found = 0;
        for (const other of others) {
          found |= maskOf(segment, other)[word] ?? 0;
        }
        for (; found !== 0; found &= found - 1) {
          count++;
        }
      }
      return count;
    },
  };
}
