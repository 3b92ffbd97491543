import type { SlowStretch } from '#core/contract/slow-stretches.ts';

import { DUB_RULES, planDub, type DubLine, type DubPlace } from './dub-plan.ts';

/** How the picture is slowed: milliseconds of one stretch, and how much two that meet differ. */
export const SLOW_RULES = { stretch: 500, step: 0.02 } as const;

/** Milliseconds by which a room is planned wider than needed, since places are rounded to them. */
const SPARE = 3;

/**
 * Plans where the picture is shown slower, for lines that are too long for their rooms at the fastest pace and fit at
 * most {@link DUB_RULES.slowest} times slower. Half a second has one factor, and its neighbours differ by a step, so that
 * the pace comes and goes instead of jumping at a line.
 * @param total milliseconds of the video
 * @returns stretches in order and apart from each other, in milliseconds of the video as it was
 */
export function planSlowStretches(lines: readonly DubLine[], total: number): SlowStretch[] {
  const order = lines.toSorted((a, b) => a.start - b.start);
  const percent: number[] = [];
  for (const [at, line] of order.entries()) {
    const next = order[at + 1]?.start ?? Infinity;
    const needed = neededFor(line, next, total);
    if (needed === 0) continue;
    const until = Math.min(total, next, line.end + DUB_RULES.borrowed);
    for (let cell = cellOf(line.start); cell * SLOW_RULES.stretch < until; cell += 1) {
      percent[cell] = Math.max(percent[cell] ?? 0, needed);
    }
  }
  return joined(spread(percent), total);
}

/** A plan with a slower picture, where that is allowed. */
export interface SlowPlan {
  places: DubPlace[];
  stretches: SlowStretch[];
}

/** Lays lines at their places, and slows the picture for those that would not fit otherwise, where that is allowed. */
export function planSlowDub(lines: readonly DubLine[], total: number, isAllowed: boolean): SlowPlan {
  if (!isAllowed) return { places: planDub(lines, total), stretches: [] };
  const stretches = planSlowStretches(lines, total);
  return { places: planDub(lines, total, stretches), stretches };
}

const cellOf = (time: number): number => Math.floor(time / SLOW_RULES.stretch);

/** Percent by which the picture is slower for a line; 0 where it fits without, or would not fit even so. */
function neededFor({ start, end, spoken }: DubLine, next: number, total: number): number {
  if (spoken === null || next <= start || total <= start) return 0;
  const room = spoken / DUB_RULES.fastest;
  const factor = Math.max(
    ...[room / (total - start), (room - DUB_RULES.borrowed) / (end - start), (room + DUB_RULES.pause) / (next - start)],
  );
  if (factor <= 1) return 0;
  const spare = SPARE / Math.min(end - start, next - start, total - start);
  const needed = Math.ceil((factor + spare - 1) * 100);
  return needed <= MOST ? needed : 0;
}

const [MOST, STEP] = [Math.round((DUB_RULES.slowest - 1) * 100), Math.round(SLOW_RULES.step * 100)];

/** Lets what cells need fall off to both sides, step by step. */
function spread(percent: readonly number[]): number[] {
  const reach = Math.ceil(MOST / STEP);
  const cells = Array.from({ length: percent.length + reach }, (_, at) => percent[at] ?? 0);
  const follow = (at: number, other: number): void => {
    cells[at] = Math.max(cells[at] ?? 0, (cells[other] ?? 0) - STEP);
  };
  for (let at = 1; at < cells.length; at += 1) follow(at, at - 1);
  for (let at = cells.length - 2; at >= 0; at -= 1) follow(at, at + 1);
  return cells;
}

/** Cells as stretches, as far as the video goes. */
function joined(cells: readonly number[], total: number): SlowStretch[] {
  const stretches: SlowStretch[] = [];
  for (const [at, percent] of cells.entries()) {
    const [from, to] = [at * SLOW_RULES.stretch, Math.min(total, (at + 1) * SLOW_RULES.stretch)];
    if (percent === 0 || to <= from) continue;
    const last = stretches.at(-1);
    const factor = (100 + percent) / 100;
    if (last?.to === from && last.factor === factor) last.to = to;
    else stretches.push({ from, to, factor });
  }
  return stretches;
}
