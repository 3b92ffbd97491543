import { bitCount, frameCount, type FrameHashes } from '../plan/frame-hash.ts';
import { audioSimilarity } from './audio-similarity.ts';
import type { Pair } from './certificate.ts';
import { matchSegments, type HashedSegment } from './segment-matches.ts';

/** A finished output, as far as comparing needs it. */
export interface ComparableOutput {
  file: string;
  seconds: number;
  /** Symbols in playing order, with the seconds that each plays. */
  shots: { symbol: string; seconds: number }[];
  parts: HashedSegment[];
  audio: Uint32Array;
}

/** Share of footage that may be found in common beyond what was planned: frames fall differently, cameras return. */
export const TOLERANCE = 0.1;

/** Compares every pair of outputs: (0,1), (0,2) … (1,2) … */
export function comparePairs(outputs: readonly ComparableOutput[]): Pair[] {
  const numbers = new Map<string, number>();
  const segments: HashedSegment[] = [];
  const partsOf = outputs.map((output) =>
    output.parts.map((part) => {
      let number = numbers.get(part.key);
      if (number === undefined) {
        number = segments.push(part) - 1;
        numbers.set(part.key, number);
      }
      return number;
    }),
  );
  const matches = matchSegments(segments);
  const frames = outputs.map(({ parts }) => joinHashes(parts.map(({ hashes }) => hashes)));
  const telling = partsOf.map((parts) => parts.reduce((sum, part) => sum + matches.telling(part), 0));

  const sharedFootage = (a: number, b: number): number => {
    const [shorter, longer] = (telling[a] ?? 0) <= (telling[b] ?? 0) ? [a, b] : [b, a];
    const others = [...new Set(partsOf[longer])];
    const matching = (partsOf[shorter] ?? []).reduce((sum, part) => sum + matches.matching(part, others), 0);
    return (telling[shorter] ?? 0) === 0 ? 0 : matching / (telling[shorter] ?? 1);
  };

  const pairs: Pair[] = [];
  outputs.forEach((first, a) => {
    for (let b = a + 1; b < outputs.length; b++) {
      const second = outputs[b];
      const [framesA, framesB] = [frames[a], frames[b]];
      if (second === undefined || framesA === undefined || framesB === undefined) {
        continue;
      }
      const { sharedShots, sharedSeconds } = sharedSymbols(first, second);
      pairs.push({
        ...{ a: first.file, b: second.file, sharedShots },
        sharedFootage: sharedFootage(a, b),
        limit: Math.min(1, sharedSeconds / Math.min(first.seconds, second.seconds) + TOLERANCE),
        orderedDistance: orderedDistance(framesA, framesB),
        audioSimilarity: audioSimilarity(first.audio, second.audio),
      });
    }
  });
  return pairs;
}

function sharedSymbols(a: ComparableOutput, b: ComparableOutput): { sharedShots: number; sharedSeconds: number } {
  const others = new Set(b.shots.map(({ symbol }) => symbol));
  const shared = new Map(a.shots.filter(({ symbol }) => others.has(symbol)).map(({ symbol, seconds }) => [symbol, seconds]));
  return { sharedShots: shared.size, sharedSeconds: [...shared.values()].reduce((sum, seconds) => sum + seconds, 0) };
}

function joinHashes(list: readonly FrameHashes[]): FrameHashes {
  const join = (parts: readonly Uint32Array[]) => {
    const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  };
  return { frames: join(list.map(({ frames }) => frames)), mirrored: join(list.map(({ mirrored }) => mirrored)) };
}

/** Mean share of differing bits of frames at the same time; of the mirrored ones where that is less. */
function orderedDistance(a: FrameHashes, b: FrameHashes): number {
  const words = Math.min(frameCount(a), frameCount(b)) * 2;
  let [plain, mirrored] = [0, 0];
  for (let word = 0; word < words; word++) {
    const own = a.frames[word] ?? 0;
    plain += bitCount(own ^ (b.frames[word] ?? 0));
    mirrored += bitCount(own ^ (b.mirrored[word] ?? 0));
  }
  return words === 0 ? 0 : Math.min(plain, mirrored) / (words * 32);
}
