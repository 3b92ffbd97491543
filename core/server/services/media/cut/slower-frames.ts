import { LATE } from '#core/contract/shown-frames.ts';
import { slowedTime, type SlowStretch } from '#core/contract/slow-stretches.ts';

import { clockOf, type FrameRange, type ShownFrames } from './choose-frames.ts';
import { EVEN_RATE } from './picture-change.ts';

/** When each picture that comes out is shown, where some frames are shown slower than they were. */
export interface OutputClock {
  /** Ticks from the first one on, and how long all last. */
  times: number[];
  length: number;
  /** The number of the first picture that shows a frame; that of the frame behind the last one is how many there are. */
  placeOf(frame: number): number;
  /** Frames of which some are shown twice: these are encoded. */
  encoded: FrameRange[];
  /** The filter that repeats frames of a stretch that comes evenly; null where none is. */
  repeat(stretch: FrameRange): string | null;
}

/** Frames of one stretch that has more pictures than frames. */
interface SlowFrames extends FrameRange {
  /** The pictures by which it is behind at its begin, rounded by adding a half, and those that each frame adds to them. */
  behind: number;
  adds: number;
  /** Pictures beyond the number of frames. */
  more: number;
}

/** Frames that a stretch has at least, for some of them to be repeated. */
const LEAST = 3;

/** How many times longer than the shortest the longest frame may be shown, where a rate is spoken of. */
const UNEVEN = 1.5;

/**
 * Says how frames are shown while stretches of them are slower. Where they last alike, their rate is kept: some are shown
 * twice, as evenly as can be, and no picture is further than about half of one from its time. Where they last differently
 * there is no rate to keep: each is shown that much longer, none twice, and all are copied.
 * @param options.slower stretches in seconds of the material, whose time begins at `startTime`
 */
export function outputClock(
  shown: ShownFrames,
  range: FrameRange,
  { slower = [], startTime = 0 }: { slower?: readonly SlowStretch[] | undefined; startTime?: number } = {},
): OutputClock {
  if (slower.length === 0) {
    return { ...clockOf(shown, range), placeOf: (frame) => frame - range.first, encoded: [], repeat: () => null };
  }
  const { scale } = shown;
  const ticks = (frame: number): number => shown.times[frame] ?? shown.end;
  const second = (frame: number): number => ticks(frame) / scale - startTime;
  const wanted = (frame: number): number => slowedTime(slower, second(frame)) * scale;
  const origin = wanted(range.first);
  const times: number[] = [];
  const repeated: SlowFrames[] = [];
  let now = 0;
  for (const piece of piecesOf(range, slower, second)) {
    const { first, last, isSlow } = piece;
    const [length, lasts] = [last - first, ticks(last) - ticks(first)];
    const slowed = isSlow ? wanted(last) - origin - now : lasts;
    const step = lasts / length;
    if (isSlow && isEven(first, last, ticks)) {
      const behind = decimal(Math.min(0.999, Math.max(0, (wanted(first) - origin - now) / step + 0.5)));
      const adds = decimal((wanted(last) - wanted(first)) / lasts - 1);
      const more = length < LEAST ? 0 : Math.floor(behind + length * adds);
      for (let at = 0; at < length + more; at += 1) times.push(now + Math.round(at * step));
      if (more > 0) repeated.push({ first, last, behind, adds, more });
      now += Math.round((length + more) * step);
    } else {
      const pace = slowed / lasts;
      for (let frame = first; frame < last; frame += 1)
        times.push(now + Math.round((ticks(frame) - ticks(first)) * pace));
      now += Math.round(slowed);
    }
  }
  return {
    ...{ times, length: now, encoded: repeated.map(({ first, last }) => ({ first, last })) },
    placeOf: (frame) => repeated.reduce((place, own) => place + addedBefore(frame, own), frame - range.first),
    repeat({ first, last }) {
      const within = repeated.filter((own) => own.first < last && own.last > first);
      return within.length === 0 ? null : repeatFilter(within, first);
    },
  };
}

/** The frames in and between slow stretches. */
function piecesOf(
  range: FrameRange,
  stretches: readonly SlowStretch[],
  second: (frame: number) => number,
): (FrameRange & { isSlow: boolean })[] {
  const pieces: (FrameRange & { isSlow: boolean })[] = [];
  let frame = range.first;
  const until = (end: number, isSlow: boolean): void => {
    const first = frame;
    while (frame < range.last && second(frame) < end - LATE) frame += 1;
    if (frame > first) pieces.push({ first, last: frame, isSlow });
  };
  for (const { from, to, factor } of stretches) {
    until(from, false);
    until(to, factor > 1);
  }
  until(Infinity, false);
  return pieces;
}

function isEven(first: number, last: number, ticks: (frame: number) => number): boolean {
  let [shortest, longest] = [Infinity, 0];
  for (let frame = first; frame < last; frame += 1) {
    const lasts = ticks(frame + 1) - ticks(frame);
    shortest = Math.min(shortest, lasts);
    longest = Math.max(longest, lasts);
  }
  return longest <= shortest * UNEVEN;
}

/** As filters are told of it, so that both count alike. */
const decimal = (value: number): number => Number(value.toFixed(9));

/** Pictures that repeat frames of a stretch before one. What a filter reads ends with a frame that comes once. */
function addedBefore(frame: number, { first, last, behind, adds, more }: SlowFrames): number {
  if (frame < first) return 0;
  return frame >= last - 1 ? more : Math.min(more, Math.floor(behind + (frame - first) * adds));
}

/** The same for frames that come one a tick, from a first one on. */
function repeatFilter(repeated: readonly SlowFrames[], from: number): string {
  const terms = repeated.map(({ first, last, behind, adds, more }) => {
    const inside = `min(${more},floor(${behind}+(N-${first - from})*${adds}))`;
    return `if(lt(N,${first - from}),0,if(gte(N,${last - 1 - from}),${more},${inside}))`;
  });
  return `setpts='N+${terms.join('+')}',fps=${EVEN_RATE}`;
}
