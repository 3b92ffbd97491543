import { tellingFrames } from './compare-footage.ts';
import type { Fingerprint } from './fingerprint.ts';
import { bitCount, joinFrameHashes } from './prepared-views.ts';

/** Most of the 64 bits by which frames differ that are taken for the same picture, encoded anew or with a caption. */
const SAME_BITS = 12;
/** Of the shorter video, every n-th frame is looked for in the other. */
const STRIDE = 3;

/** The frames of a video that show something, as hashes of two words each. */
export interface HashedVideo {
  plain: Uint32Array;
  mirrored: Uint32Array;
}

/** Hashes the frames of a video that show something. */
export function hashVideo(fingerprint: Fingerprint): HashedVideo {
  const telling = tellingFrames(fingerprint);
  const { plain, mirrored } = joinFrameHashes([fingerprint]);
  const kept = (words: Uint32Array) => words.filter((_, at) => telling[at >> 1] === 1);
  return { plain: kept(plain), mirrored: kept(mirrored) };
}

/** How many frames are held against each other by {@link sharedFrames}. */
export function sharedFramesCost(a: HashedVideo, b: HashedVideo): number {
  return (2 * a.plain.length * b.plain.length) / (4 * STRIDE);
}

/**
 * Share of the shorter video's frames that are in the other, also mirrored: 0 to 1. Unlike `compareFootage`, it finds
 * shots wherever they stand in either, fast enough for all pairs of a hundred videos, but not what was cropped, turned or
 * covered.
 */
export function sharedFrames(a: HashedVideo, b: HashedVideo): number {
  const [short, long] = a.plain.length <= b.plain.length ? [a, b] : [b, a];
  let [looked, found] = [0, 0];
  for (let at = 0; at < short.plain.length; at += 2 * STRIDE) {
    const [high, low] = [short.plain[at] ?? 0, short.plain[at + 1] ?? 0];
    looked += 1;
    if (isIn(high, low, long.plain) || isIn(high, low, long.mirrored)) found += 1;
  }
  return looked === 0 ? 0 : found / looked;
}

function isIn(high: number, low: number, words: Uint32Array): boolean {
  for (let at = 0; at < words.length; at += 2) {
    if (bitCount(high ^ (words[at] as number)) + bitCount(low ^ (words[at + 1] as number)) <= SAME_BITS) return true;
  }
  return false;
}
