import { slowedTime, slowestIn, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { FASTEST_PACE } from '#core/contract/speech-pace.ts';

/** How lines are fitted into their places; milliseconds, but for factors. */
export const DUB_RULES = {
  /** Times faster than the voice speaks by itself. */
  fastest: FASTEST_PACE,
  /** Between two lines that are spoken, so that they are heard apart. */
  pause: 80,
  /** Silence behind its own time that a line may take: later, it is no longer about what is shown. */
  borrowed: 2_000,
  /** How much slower a line may be than a neighbour that follows within {@link near}, where both are spoken. */
  step: 0.05,
  near: 1_500,
  /** How far from its place a line may be heard. */
  drift: 40,
  /** Times longer that the picture may be shown, where that is allowed. */
  slowest: 1.1,
} as const;

/** A line that is to be spoken, or that others have to leave alone. */
export interface DubLine {
  cue: string;
  start: number;
  end: number;
  speaker: string;
  /** Milliseconds that it takes at the voice's own pace; null for one that is not spoken: the original is heard there. */
  spoken: number | null;
}

/** Where a line goes. */
export interface DubPlace {
  cue: string;
  /** Milliseconds at which it begins and its cue ends, where the video is as slow as planned: those of its cue. */
  start: number;
  end: number;
  /** Milliseconds from then on until it has to be over. */
  room: number;
  /** False for a line that is longer than its room at the fastest pace, and for one that is not spoken. */
  fits: boolean;
  /** Times faster than the voice speaks by itself: 1 to {@link DUB_RULES.fastest}. */
  factor: number;
  /** Milliseconds that it takes then, and those of them behind its cue. */
  takes: number;
  borrowed: number;
  /** Milliseconds at the voice's own pace that would fit at most, at the fastest pace and with the slowest picture. */
  most: number;
  /** Times longer that the picture is shown meanwhile, at the most. */
  picture: number;
}

/**
 * Lays lines at their places: each begins with its cue, takes the silence behind it where its own time is too short,
 * and is spoken faster only where that is not enough; neighbours are spoken nearly as fast. Nothing overlaps.
 * @param total milliseconds of the video
 * @param slower stretches that are shown slower; null where the picture may not be
 * @returns a place for each line, in their order
 */
export function planDub(
  lines: readonly DubLine[],
  total: number,
  slower: readonly SlowStretch[] | null = null,
): DubPlace[] {
  const order = lines.map((_line, at) => at).sort((a, b) => (lines[a]?.start ?? 0) - (lines[b]?.start ?? 0));
  const places = order.map((at, index) => place(lines[at], lines[order[index + 1] ?? -1], total, slower));
  smooth(
    places,
    order.map((at) => lines[at]),
  );
  const byLine = new Map(order.map((at, index) => [at, places[index]]));
  return lines.flatMap((_line, at) => byLine.get(at) ?? []);
}

/** Milliseconds that each line has to be spoken in, whatever it says, in their order. @param total as {@link planDub} */
export function roomsOf(lines: readonly Omit<DubLine, 'spoken'>[], total: number): number[] {
  return planDub(
    lines.map((line) => ({ ...line, spoken: 0 })),
    total,
  ).map(({ room }) => room);
}

/** Milliseconds from the beginning of a line until it has to be over. @param lasts of its cue @param next until the next */
const roomOf = ({ lasts, next, total }: { lasts: number; next: number; total: number }): number =>
  Math.max(0, Math.min(total, lasts + DUB_RULES.borrowed, next - DUB_RULES.pause));

function place(
  line: DubLine | undefined,
  next: DubLine | undefined,
  total: number,
  slower: readonly SlowStretch[] | null,
): DubPlace {
  if (line === undefined) throw new TypeError('planDub: a line is missing');
  const { cue, spoken } = line;
  const at = (time: number): number => Math.round(slowedTime(slower ?? [], time));
  const [start, end] = [at(line.start), at(line.end)];
  const following = next?.start ?? Infinity;
  const room = roomOf({ lasts: end - start, next: at(following) - start, total: at(total) - start });
  const longest = slower === null ? 1 : DUB_RULES.slowest;
  const widest = roomOf({
    lasts: (line.end - line.start) * longest,
    next: (following - line.start) * longest,
    total: (total - line.start) * longest,
  });
  const most = Math.max(room, widest) * DUB_RULES.fastest;
  const picture = slowestIn(slower ?? [], line);
  const nothing = { cue, start, end, room, fits: false, factor: 1, takes: 0, borrowed: 0, most, picture };
  if (spoken === null || room === 0 || spoken > room * DUB_RULES.fastest) return nothing;
  return sped({ ...nothing, fits: true }, line, spoken > room ? roundedUp(spoken / room) : 1);
}

/** Changes of pace that are too sudden: the slower one of two neighbours follows the faster one. */
function smooth(places: DubPlace[], lines: readonly (DubLine | undefined)[]): void {
  const follow = (at: number, other: number): void => {
    const [own, beside, line, of] = [places[at], places[other], lines[at], lines[other]];
    if (own?.fits !== true || beside?.fits !== true || line === undefined || of === undefined) return;
    const [before, after] = at < other ? [own, beside] : [beside, own];
    const isNear = after.start - (before.start + before.takes) < DUB_RULES.near;
    const least = roundedUp(beside.factor - DUB_RULES.step);
    if (isNear && line.speaker === of.speaker && own.factor < least) places[at] = sped(own, line, least);
  };
  for (let at = 1; at < places.length; at += 1) follow(at, at - 1);
  for (let at = places.length - 2; at >= 0; at -= 1) follow(at, at + 1);
}

function sped(own: DubPlace, { spoken }: DubLine, factor: number): DubPlace {
  const takes = Math.ceil((spoken ?? 0) / factor - 1e-6);
  return { ...own, factor, takes, borrowed: Math.max(0, own.start + takes - own.end) };
}

/** To thousandths, so that the same sound is fitted once, and never too slow. */
const roundedUp = (factor: number): number => Math.min(DUB_RULES.fastest, Math.ceil(factor * 1000 - 1e-6) / 1000);
