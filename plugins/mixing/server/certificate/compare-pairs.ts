import { joinFrameHashes, frameHashDistance } from '#core/server/services/media/footage/prepared-views.ts';

import { audioSimilarity } from './audio-similarity.ts';
import type { Pair } from '#plugins/mixing/certificate.ts';
import { footageLimit } from '../plan/footage-limit.ts';
import { matchFrames, type FrameMatches, type ShownSegment } from './frame-matches.ts';

/** A finished output, as far as comparing needs it. */
export interface ComparableOutput {
  file: string;
  seconds: number;
  /** Symbols in playing order, with how many telling frames each shows. */
  shots: { symbol: string; frames: number }[];
  parts: ShownSegment[];
  audio: Uint32Array;
}

export interface ComparedPairs {
  /** Every pair of outputs: (0,1), (0,2) … (1,2) … */
  pairs: Pair[];
  /** Every output with every earlier one: (0,0), (0,1) … (1,0) … */
  across: Pair[];
}

/** Whether a pair shares more shots than it may, or more footage than was planned in common and the tolerance. */
export function isOver(pair: Pair, mostShared: number): boolean {
  return pair.sharedFootage > pair.limit || pair.sharedShots > mostShared;
}

/** Compares every pair of outputs: (0,1), (0,2) … (1,2) … */
export function comparePairs(outputs: readonly ComparableOutput[]): Pair[] {
  return compareWithEarlier(outputs, []).pairs;
}

/** The same, and each output with all earlier ones besides. */
export function compareWithEarlier(
  own: readonly ComparableOutput[],
  earlier: readonly ComparableOutput[],
): ComparedPairs {
  const outputs = [...own, ...earlier];
  const sights = outputs.map(({ parts }) => joinFrameHashes(parts.map(({ footage }) => footage)));
  const matches = matchFrames(
    outputs.map(({ parts }) => parts),
    own.length,
  );
  const footage = sharedShares(matches, outputs.length, own.length);
  const telling = outputs.map((_, index) => matches.telling(index).length);
  const symbols = new Map<string, number>();
  for (const { symbol } of outputs.flatMap(({ shots }) => shots)) {
    symbols.set(symbol, symbols.get(symbol) ?? symbols.size);
  }
  const words = outputs.map(({ shots }) =>
    shots.map(({ symbol, frames: own }) => ({ symbol: symbols.get(symbol) ?? 0, frames: own })),
  );
  const times = new Uint8Array(symbols.size);
  const shown = new Int32Array(symbols.size);

  const pairs: Pair[] = [];
  const across: Pair[] = [];
  own.forEach((first, a) => {
    for (let b = a + 1; b < outputs.length; b++) {
      const second = outputs[b];
      const [sight, other] = [sights[a], sights[b]];
      if (second === undefined || sight === undefined || other === undefined) {
        continue;
      }
      const { sharedShots, sharedFrames } = sharedSymbols(words[a] ?? [], words[b] ?? [], times, shown);
      (b < own.length ? pairs : across).push({
        ...{ a: first.file, b: second.file, sharedShots },
        sharedFootage: footage[a * outputs.length + b] ?? 0,
        limit: footageLimit(sharedFrames, Math.min(telling[a] ?? 0, telling[b] ?? 0)),
        orderedDistance: frameHashDistance(sight, other),
        audioSimilarity: audioSimilarity(first.audio, second.audio),
      });
    }
  });
  return { pairs, across };
}

/**
 * For each pair the share of the shorter one's telling frames that are found in the longer one;
 * of two as long the larger share. Pairs that are both at or after `own` are left out.
 */
function sharedShares(matches: FrameMatches, count: number, own: number): Float64Array {
  const shares = new Float64Array(count * count);
  const found = new Uint8Array(matches.size);
  for (let longer = 0; longer < count; longer++) {
    found.fill(0);
    matches.mark(longer, found);
    const most = matches.telling(longer).length;
    for (let shorter = 0; shorter < count; shorter++) {
      const frames = matches.telling(shorter);
      if (shorter === longer || (shorter >= own && longer >= own) || frames.length > most) {
        continue;
      }
      let matching = 0;
      for (let at = 0; at < frames.length; at++) {
        matching += found[frames[at] as number] as number; // at is below the length, frames are below the size
      }
      const share = Math.max(frames.length === 0 ? 0 : matching / frames.length, shares[longer * count + shorter] ?? 0);
      shares[shorter * count + longer] = share;
      shares[longer * count + shorter] = share;
    }
  }
  return shares;
}

interface NumberedShot {
  symbol: number;
  frames: number;
}

/** Shots in common as a bag; `times` and `shown` are all zero before and after. */
function sharedSymbols(a: readonly NumberedShot[], b: readonly NumberedShot[], times: Uint8Array, shown: Int32Array) {
  for (const { symbol, frames } of a) {
    times[symbol] = (times[symbol] ?? 0) + 1;
    shown[symbol] = frames;
  }
  let sharedShots = 0;
  let sharedFrames = 0;
  for (const { symbol, frames } of b) {
    const left = times[symbol] ?? 0;
    if (left > 0) {
      times[symbol] = left - 1;
      sharedShots++;
      sharedFrames += Math.min(frames, shown[symbol] ?? 0);
    }
  }
  for (const { symbol } of a) {
    times[symbol] = 0;
    shown[symbol] = 0;
  }
  return { sharedShots, sharedFrames };
}
