/** A small seeded generator (mulberry32): integer arithmetic only, so the same everywhere. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number 0 ≤ x < limit. */
  below(limit: number): number;
  /** Shuffles in place and returns the list. */
  shuffle<T>(list: T[]): T[];
}

/** A generator for a seed and a stream; different streams of one seed are unrelated. */
export function seededRandom(seed: number, ...stream: number[]): Random {
  let state = mix(seed | 0, Math.floor(seed / 4294967296) | 0);
  for (const part of stream) state = mix(state, part | 0);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  }
  function below(limit: number): number {
    return Math.floor(next() * limit);
  }
  return {
    next,
    below,
    shuffle<T>(list: T[]): T[] {
      for (let i = list.length - 1; i > 0; i -= 1) {
        const j = below(i + 1);
        const kept = list[i] as T; // i and j are below the length
        list[i] = list[j] as T;
        list[j] = kept;
      }
      return list;
    },
  };
}

function mix(state: number, part: number): number {
  let value = Math.imul(state ^ part ^ 0x9e3779b9, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
