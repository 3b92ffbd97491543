import { framesMatch, frameCount, tellingFrames, type FrameHashes } from '../plan/frame-hash.ts';

/** A piece of an output whose frames were hashed; pieces with the same key show the same. */
export interface HashedSegment {
  key: string;
  hashes: FrameHashes;
}

/** All frames of a batch, each piece numbered once, and which of them look alike. */
export interface FrameMatches {
  /** How many frames there are in all. */
  size: number;
  /** The frames of an output that show something, in order, as numbers. */
  telling(output: number): Int32Array;
  /** Every frame that looks like this one, plain or mirrored, itself included. */
  like(frame: number): readonly number[];
}

/** Numbers the frames of all outputs and compares every telling frame with every other once. */
export function matchFrames(outputs: readonly (readonly HashedSegment[])[]): FrameMatches {
  const firstOf = new Map<string, { first: number; telling: readonly number[] }>();
  const segments: HashedSegment[] = [];
  let size = 0;
  const frames = outputs.map((parts) =>
    Int32Array.from(
      parts.flatMap((part) => {
        let known = firstOf.get(part.key);
        if (known === undefined) {
          known = { first: size, telling: tellingFrames(part.hashes) };
          firstOf.set(part.key, known);
          segments.push(part);
          size += frameCount(part.hashes);
        }
        const { first } = known;
        return known.telling.map((frame) => first + frame);
      }),
    ),
  );

  const all = joinHashes(segments.map(({ hashes }) => hashes));
  const telling = [...firstOf.values()].flatMap(({ first, telling: own }) => own.map((frame) => first + frame));
  const alike = Array.from({ length: size }, (_, frame) => [frame]);
  telling.forEach((a, at) => {
    for (let next = at + 1; next < telling.length; next++) {
      const b = telling[next] as number; // next is below the length
      if (framesMatch(all, a, all, b)) {
        alike[a]?.push(b);
        alike[b]?.push(a);
      }
    }
  });
  return { size, telling: (output) => frames[output] ?? new Int32Array(0), like: (frame) => alike[frame] ?? [] };
}

/** The frames of several pieces, one after the other. */
export function joinHashes(list: readonly FrameHashes[]): FrameHashes {
  return { frames: join(list.map(({ frames }) => frames)), mirrored: join(list.map(({ mirrored }) => mirrored)) };
}

function join(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
