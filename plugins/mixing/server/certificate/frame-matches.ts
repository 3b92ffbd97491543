import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { framesToTell, sharedFootage } from '../plan/shared-footage.ts';

/** A piece of an output with what it shows; pieces with the same key show the same. */
export interface ShownSegment {
  key: string;
  footage: Fingerprint;
}

/** All frames of a batch, each piece numbered once, and which of them show the same. */
export interface FrameMatches {
  /** How many frames there are in all. */
  size: number;
  /** The frames of an output that show something, in order, as numbers. */
  telling(output: number): Int32Array;
  /** Marks every frame that shows what any frame of an output shows, its own included. */
  mark(output: number, found: Uint8Array): void;
}

interface Piece {
  footage: Fingerprint;
  /** Whether one of the outputs that are compared with all others shows it. */
  own: boolean;
  /** The number of its first frame. */
  first: number;
  telling: Int32Array;
  /** Numbers of frames, its own included, that show what it shows. */
  alike: number[];
}

/**
 * Numbers the frames of all outputs and compares every piece with every other once.
 * @param own the first so many are compared with all, the others only with those
 */
export function matchFrames(outputs: readonly (readonly ShownSegment[])[], own = outputs.length): FrameMatches {
  const byKey = new Map<string, Piece>();
  let size = 0;
  const pieces = outputs.map((parts, output) =>
    parts.map(({ key, footage }) => {
      const known = byKey.get(key);
      if (known !== undefined) return known;
      const telling = numbersOf(framesToTell(footage).marks, size);
      const piece = { footage, own: output < own, first: size, telling, alike: [...telling] };
      byKey.set(key, piece);
      size += footage.frames;
      return piece;
    }),
  );
  const all = [...byKey.values()];
  all.forEach((piece, at) => {
    // Pieces of the first outputs come first.
    for (const other of piece.own ? all.slice(at + 1) : []) {
      const shared = sharedFootage(piece.footage, other.footage);
      if (shared === null) continue;
      piece.alike.push(...numbersOf(shared.second, other.first));
      other.alike.push(...numbersOf(shared.first, piece.first));
    }
  });
  const frames = pieces.map((own) => Int32Array.from(own.flatMap(({ telling }) => [...telling])));
  return {
    size,
    telling: (output) => frames[output] ?? new Int32Array(0),
    mark(output, found) {
      for (const { alike } of new Set(pieces[output])) for (const frame of alike) found[frame] = 1;
    },
  };
}

/** The numbers of marked frames, the first one's being `from`. */
function numbersOf(marks: Uint8Array, from: number): Int32Array {
  const numbers: number[] = [];
  marks.forEach((mark, frame) => {
    if (mark === 1) numbers.push(from + frame);
  });
  return Int32Array.from(numbers);
}
