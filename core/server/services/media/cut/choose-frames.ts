import { fail } from '#core/contract/errors.ts';
import { LATE } from '#core/contract/shown-frames.ts';

import type { PacketList } from './list-packets.ts';

/** Frames of a material: from the first one on and without the last. */
export interface FrameRange {
  first: number;
  last: number;
}

/** The frames that a player shows of a material. */
export interface ShownFrames {
  /** When each is shown, in ticks, in playing order; of those that are there. */
  times: number[];
  /** When the last one ends, in ticks. */
  end: number;
  scale: number;
}

/** The frames that a list of packets stands for. */
export function shownIn({ packets, scale, end }: Pick<PacketList, 'packets' | 'scale' | 'end'>): ShownFrames {
  const shown = packets.filter(({ isHidden }) => !isHidden).sort((a, b) => a.time - b.time);
  const times = shown.map(({ time }) => time);
  const [last, before] = [times.at(-1) ?? 0, times.at(-2)];
  // A container that does not say how long the last one lasts: as long as the one before.
  const length = shown.at(-1)?.length || (before === undefined ? Math.ceil(scale / 30) : last - before);
  return { times, end: Math.max(last + length, end ?? 0), scale };
}

/**
 * Finds the frames of a cut: from the one that is on screen at `from` to the one before that on screen at `to`.
 * @param cut seconds of the material, from its beginning on; `to` null for its end
 * @param begins seconds at which the material begins in its own time
 * @throws expected `core:media.cut-empty` where nothing lies between
 */
export function chooseFrames(
  { times, end: over, scale }: ShownFrames,
  cut: { from: number; to: number | null },
  begins: number,
): FrameRange {
  const ticks = (seconds: number) => (seconds + begins) * scale;
  const after = times.findIndex((time) => time > ticks(cut.from + LATE));
  const first = Math.max(0, (after < 0 ? times.length : after) - 1);
  const { to } = cut;
  const end = to === null ? -1 : times.findIndex((time) => time >= ticks(to - LATE));
  const last = end < 0 ? times.length : end;
  if (last <= first || (to !== null && to <= cut.from) || ticks(cut.from) >= over) {
    fail('core:media.cut-empty', { from: cut.from, to: to ?? cut.from }, { kind: 'invalid' });
  }
  return { first, last };
}

/** Ranges of frames without those that overlap or meet, in order. */
export function joinRanges(all: readonly FrameRange[]): FrameRange[] {
  const ranges: FrameRange[] = [];
  for (const { first, last } of all.toSorted((a, b) => a.first - b.first)) {
    const before = ranges.at(-1);
    if (before === undefined || first > before.last) ranges.push({ first, last });
    else before.last = Math.max(before.last, last);
  }
  return ranges;
}

/** When each frame of a range begins, in ticks from the first one on, and how long all last. */
export function clockOf({ times, end }: ShownFrames, { first, last }: FrameRange): { times: number[]; length: number } {
  const begin = times[first] ?? 0;
  return {
    times: times.slice(first, last).map((time) => time - begin),
    length: (times[last] ?? end) - begin,
  };
}

/**
 * Finds the longest stretches of a cut that decode without the pictures around them: each from a key frame on that
 * nothing behind it looks past, to where no picture is missing that is shown before.
 * @param places when each stored picture is shown, as its number
 * @param keys stored numbers of the pictures that refresh the decoder
 * @param changed frames that cannot be copied, in order
 */
export function findCopiedRanges(
  places: readonly number[],
  keys: ReadonlySet<number>,
  { first: from, last: to }: FrameRange,
  changed: readonly FrameRange[] = [],
): FrameRange[] {
  const found: FrameRange[] = [];
  for (const first of [...keys].sort((a, b) => a - b)) {
    if (first < Math.max(from, found.at(-1)?.last ?? 0) || first >= to || places[first] !== first) continue;
    const next = changed.find(({ last }) => last > first);
    const until = Math.min(to, next?.first ?? to);
    let last = first;
    for (let at = first, highest = first; at < until; at++) {
      const place = places[at] ?? Infinity;
      // It belongs before the key frame, so it refers to what is not copied.
      if (place < first) break;
      highest = Math.max(highest, place);
      if (highest >= until) break;
      // Of two key frames one after the other, those of two encoders may carry the same number.
      if (highest === at && (at + 1 === to || !keys.has(at))) last = at + 1;
    }
    if (last > first) found.push({ first, last });
  }
  return found;
}
