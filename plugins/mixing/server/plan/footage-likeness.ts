import { bitCount, frameCount, framesMatch, tellingFrames, type FrameHashes } from './frame-hash.ts';

/** Which frames of a number of shots look alike. */
export interface FootageLikeness {
  /** Telling frames of each shot; -1 where its footage is not known. */
  frames: Int32Array;
  /** For each shot the other ones that have a frame which looks like one of its own. */
  alike: readonly (readonly number[])[];
  /** How many frames of `shots` look like any frame of `others`. All footage must be known. */
  matching(shots: Int32Array, others: Int32Array): number;
}

/** Compares all frames of all shots once; null stands for footage that is not known. */
export function openLikeness(footage: readonly (FrameHashes | null)[]): FootageLikeness {
  const telling = footage.map((hashes) =>
    hashes === null || frameCount(hashes) === 0 ? null : { hashes, frames: tellingFrames(hashes) },
  );
  const frames = Int32Array.from(telling, (shot) => shot?.frames.length ?? -1);
  const words = Math.ceil(Math.max(1, ...frames) / 32);
  const alike: number[][] = footage.map(() => []);
  const masks = new Map<number, Uint32Array>();

  telling.forEach((first, a) => {
    for (let b = a + 1; first && b < telling.length; b += 1) {
      const second = telling[b];
      if (!second) continue;
      const [ofFirst, ofSecond] = [new Uint32Array(words), new Uint32Array(words)];
      let found = false;
      first.frames.forEach((frame, i) => {
        second.frames.forEach((other, j) => {
          if (!framesMatch(first.hashes, frame, second.hashes, other)) return;
          mark(ofFirst, i);
          mark(ofSecond, j);
          found = true;
        });
      });
      if (!found) continue;
      alike[a]?.push(b);
      alike[b]?.push(a);
      masks.set(a * footage.length + b, ofFirst);
      masks.set(b * footage.length + a, ofSecond);
    }
  });

  const union = new Uint32Array(words);
  function found(shot: number, others: Int32Array): number {
    if (others.includes(shot)) return frames[shot] ?? 0;
    const near = alike[shot];
    if (!near?.some((other) => others.includes(other))) return 0;
    union.fill(0);
    for (const other of others) {
      const mask = masks.get(shot * footage.length + other);
      if (mask) for (let word = 0; word < words; word += 1) union[word] = (union[word] ?? 0) | (mask[word] ?? 0);
    }
    return union.reduce((sum, word) => sum + bitCount(word), 0);
  }
  return {
    frames,
    alike,
    matching: (shots, others) => shots.reduce((sum, shot) => sum + found(shot, others), 0),
  };
}

function mark(mask: Uint32Array, bit: number): void {
  mask[bit >> 5] = (mask[bit >> 5] ?? 0) | (1 << (bit & 31));
}
