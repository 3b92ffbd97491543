import type { FootageLikeness } from './footage-likeness.ts';
import { footageLimit } from './footage-limit.ts';

/** A word by numbers: place by place the shot, and the entry of the word's bag that it is. */
export interface MeasuredWord {
  bag: Int32Array;
  shots: Int32Array;
}

export interface MeasuredConflictsOptions {
  words: readonly MeasuredWord[];
  /** How many different bag entries there are. */
  entries: number;
  likeness: FootageLikeness;
  /** The most shots that two words may share. */
  level: number;
}

/**
 * For each word those that it cannot stand beside: they share more shots than they may, or their
 * pictures would be refused when they are compared. Where footage is not known, only shots count.
 */
export function measuredConflicts({ words, entries, likeness, level }: MeasuredConflictsOptions): Int32Array[] {
  const frames = words.map(({ shots }) => framesOf(shots, likeness));
  const plain = words.map(({ shots }) => isPlain(shots, likeness));
  const once = words.map(({ shots }) => new Set(shots).size === shots.length);
  const lists: number[][] = words.map(() => []);
  const held = new Int32Array(entries).fill(-1);

  words.forEach((first, a) => {
    first.bag.forEach((entry, place) => (held[entry] = Math.max(0, likeness.frames[first.shots[place] ?? 0] ?? 0)));
    for (let b = a + 1; b < words.length; b += 1) {
      const second = words[b] as MeasuredWord; // b is below the length
      let shared = 0;
      let planned = 0;
      for (let place = 0; place < second.bag.length; place += 1) {
        const own = held[second.bag[place] as number] as number; // entries are below their number
        if (own < 0) continue;
        shared += 1;
        planned += Math.min(own, likeness.frames[second.shots[place] as number] as number);
      }
      const alone = (plain[a] && once[b]) || (plain[b] && once[a]);
      if (shared > level || (!alone && tooAlike(a, b, planned))) {
        lists[a]?.push(b);
        lists[b]?.push(a);
      }
    }
    first.bag.forEach((entry) => (held[entry] = -1));
  });
  return lists.map((list) => Int32Array.from(list));

  function tooAlike(a: number, b: number, planned: number): boolean {
    const [own, other] = [frames[a] ?? -1, frames[b] ?? -1];
    if (own < 0 || other < 0) return false;
    return (own <= other && isOver(a, b, planned)) || (other <= own && isOver(b, a, planned));
  }
  function isOver(shorter: number, longer: number, planned: number): boolean {
    const [shots, others] = [words[shorter]?.shots, words[longer]?.shots];
    const total = frames[shorter] ?? 0;
    if (!shots || !others || total === 0) return false;
    return likeness.matching(shots, others) / total > footageLimit(planned, total);
  }
}

function framesOf(shots: Int32Array, { frames }: FootageLikeness): number {
  let sum = 0;
  for (const shot of shots) {
    const own = frames[shot] ?? -1;
    if (own < 0) return -1;
    sum += own;
  }
  return sum;
}

/** Whether nothing but its own shots looks like it, so that it shares only what was planned. */
function isPlain(shots: Int32Array, { alike }: FootageLikeness): boolean {
  return new Set(shots).size === shots.length && shots.every((shot) => alike[shot]?.length === 0);
}
