import type { FrameHashes } from '#core/server/services/media/operations/frame-hash.ts';

export type { FrameHashes };

/** Two frames look the same when at most so many of the 64 bits differ. */
export const MATCH_BITS = 10;

// A frame of one tone has (nearly) all bits equal and would match every other such frame.
const FLAT_BITS = 5;

export function bitCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many of the 64 bits differ between frame `i` of one list and frame `j` of another. */
export function frameDistance(a: Uint32Array, i: number, b: Uint32Array, j: number): number {
  // Indexes are within the lists by contract; a missing word would count as 0.
  return (
    bitCount((a[2 * i] as number) ^ (b[2 * j] as number)) +
    bitCount((a[2 * i + 1] as number) ^ (b[2 * j + 1] as number))
  );
}

export function frameCount(hashes: FrameHashes): number {
  return hashes.frames.length >> 1;
}

/** The frames that show something; all of them when none does. */
export function tellingFrames(hashes: FrameHashes): number[] {
  const all = Array.from({ length: frameCount(hashes) }, (_, frame) => frame);
  const telling = all.filter((frame) => {
    const bits = bitCount(hashes.frames[2 * frame] ?? 0) + bitCount(hashes.frames[2 * frame + 1] ?? 0);
    return bits > FLAT_BITS && bits < 64 - FLAT_BITS;
  });
  return telling.length > 0 ? telling : all;
}

/** Whether frame `i` looks like frame `j`, as it is or mirrored. */
export function framesMatch(a: FrameHashes, i: number, b: FrameHashes, j: number): boolean {
  return (
    frameDistance(a.frames, i, b.frames, j) <= MATCH_BITS || frameDistance(a.frames, i, b.mirrored, j) <= MATCH_BITS
  );
}
