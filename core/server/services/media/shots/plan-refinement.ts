import type { PictureList } from '../cut/list-indexed.ts';

/** Numbers of two frames that are shown. */
export interface Between {
  from: number;
  to: number;
}

/** What is decoded in one run. */
export interface Refinement {
  /** In playing order. */
  cuts: Between[];
  /** Stored numbers of the packets that it takes. */
  needed: ReadonlySet<number>;
  /** These as ranges of their times in ticks, both ends included, in order. */
  packets: [from: number, to: number][];
}

export interface PlanOptions {
  list: PictureList;
  /** When the frames are shown, in ticks. */
  times: readonly number[];
  /** Numbers of the frames that have been decoded. */
  seen: ReadonlySet<number>;
  /**
   * `ahead`: of frames that others refer to only those that are shown after all that is stored before them. The rest
   * refer to both sides, and hardly anything but what is shown beside them refers to them. `all` when absent.
   */
  references?: 'ahead' | 'all';
}

/** Ranges of packets in one run at the most: they are written into one argument of a command. */
const MOST_RANGES = 1200;

/**
 * Tells which packets it takes to decode all frames of each cut, from one to the other: these, and from the key frame
 * before on those that others refer to. No frame refers to one that was left out when the video was decoded first.
 */
export function planRefinement(
  { list: { packets }, times, seen, references = 'all' }: PlanOptions,
  cuts: readonly Between[],
): Refinement[] {
  const timeOf = (at: number): number => packets[at]?.time ?? 0;
  const played = [...packets.keys()].sort((a, b) => timeOf(a) - timeOf(b));
  const keys = played.filter((at) => packets[at]?.isKey);
  const stored = new Map(packets.map(({ time }, at) => [time, at]));
  const isSeen = new Set([...seen].map((frame) => times[frame]));

  const runs: { cuts: Between[]; needed: Set<number> }[] = [];
  for (const cut of cuts.toSorted((a, b) => a.from - b.from)) {
    const own = neededFor(cut);
    let run = runs.at(-1);
    if (run === undefined || run.needed.size + own.length > MOST_RANGES)
      runs.push((run = { cuts: [], needed: new Set() }));
    run.cuts.push(cut);
    for (const at of own) run.needed.add(at);
  }
  return runs.map((run) => ({ ...run, packets: rangesOf(run.needed) }));

  function neededFor({ from, to }: Between): number[] {
    const between = times.slice(from, to + 1).flatMap((time) => stored.get(time) ?? []);
    const first = keys.findLast((at) => timeOf(at) <= (times[from] ?? 0)) ?? 0;
    const last = Math.max(first, ...between);
    let ahead = -Infinity;
    const others = Array.from({ length: last + 1 - first }, (_, index) => first + index).filter((at) => {
      const isAhead = timeOf(at) > ahead;
      if (isAhead) ahead = timeOf(at);
      return packets[at]?.isHidden === true || (isSeen.has(timeOf(at)) && (isAhead || references === 'all'));
    });
    return [...between, ...others];
  }

  function rangesOf(needed: ReadonlySet<number>): [number, number][] {
    const ranges: [number, number][] = [];
    let isWithin = false;
    for (const at of played) {
      const range = ranges.at(-1);
      if (isWithin && needed.has(at) && range !== undefined) range[1] = timeOf(at);
      else if (needed.has(at)) ranges.push([timeOf(at), timeOf(at)]);
      isWithin = needed.has(at);
    }
    // With key frames minutes apart, decoding all costs only time.
    return ranges.length <= MOST_RANGES ? ranges : [[ranges[0]?.[0] ?? 0, ranges.at(-1)?.[1] ?? 0]];
  }
}
