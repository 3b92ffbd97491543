import { capacityBound, productOf } from './capacity-bound.ts';
import { largestCode } from './code-catalogue.ts';
import type { Advice, CapacityRow } from './plan-input.ts';
import type { Space } from './space.ts';

// Advice to add more clips than this is useless.
const MAX_CLIPS = 40;

/**
 * What to add: the one clip (or the few) that lifts the capacity at this level most, what yields the
 * wanted count if it is not there yet, and what yields it at the stricter level below.
 */
export function adviceFor(
  space: Space,
  groups: readonly string[],
  rows: readonly CapacityRow[],
  level: number,
  count: number,
): Advice[] {
  const advice: Advice[] = [];
  const add = (found: Advice | null): void => {
    if (!found) return;
    if (advice.some((other) => other.maxShared === found.maxShared && other.to === found.to)) return;
    advice.push(found);
  };
  const row = rows[level];
  if (!row) return advice;
  const lift = bestSingleClip(space, groups, row) ?? fewestClips(space, groups, row, row.reachable + 1);
  // A bound far above the reachable number does not predict the effect of one more clip.
  if (lift?.basis === 'reachable' || !row.atLeast) add(lift);
  if (row.reachable < count) add(fewestClips(space, groups, row, count));
  const stricter = rows[level - 1];
  if (stricter && row.reachable >= count && stricter.reachable < count)
    add(fewestClips(space, groups, stricter, count));
  return advice;
}

function bestSingleClip(space: Space, groups: readonly string[], row: CapacityRow): Advice | null {
  let best: { at: number; to: number } | null = null;
  for (let at = 0; at < groups.length; at += 1) {
    const to = constructed(space, raised(space.sizes, at), row.maxShared);
    if (to > row.reachable && to > (best?.to ?? 0)) best = { at, to };
  }
  if (!best) return null;
  return {
    maxShared: row.maxShared,
    from: row.reachable,
    to: best.to,
    clips: 1,
    groups: [{ group: groups[best.at] ?? '', clips: 1 }],
    basis: 'reachable',
  };
}

/** Adds clips to the smallest groups until the level yields `wanted`; by the bound if no construction does. */
function fewestClips(space: Space, groups: readonly string[], row: CapacityRow, wanted: number): Advice | null {
  const filled = [space.sizes];
  for (let clips = 1; clips <= MAX_CLIPS; clips += 1) {
    const sizes = filled[clips - 1] ?? [];
    filled.push(raised(sizes, sizes.indexOf(Math.min(...sizes))));
  }
  const bound = (clips: number): number => {
    const symbols = space.disjoint || space.repeats > 0 ? undefined : space.symbols.length + clips;
    return capacityBound(filled[clips] ?? [], row.maxShared, symbols);
  };
  const made = (clips: number): number => constructed(space, filled[clips] ?? [], row.maxShared);
  for (const basis of ['reachable', 'bound'] as const) {
    const goal = basis === 'reachable' ? wanted : Math.max(wanted, row.bound + 1);
    const least = firstWhere(1, MAX_CLIPS, (clips) => bound(clips) >= goal);
    const clips =
      least !== null && basis === 'reachable' ? firstWhere(least, MAX_CLIPS, (more) => made(more) >= goal) : least;
    if (clips === null) continue;
    const added = groups.flatMap((group, at) => {
      const more = (filled[clips]?.[at] ?? 0) - (space.sizes[at] ?? 0);
      return more > 0 ? [{ group, clips: more }] : [];
    });
    const [from, to] = basis === 'reachable' ? [row.reachable, made(clips)] : [row.bound, bound(clips)];
    return { maxShared: row.maxShared, from, to, clips, groups: added, basis };
  }
  return null;
}

/** The first number for which it holds, when it holds for all that follow: by halves. */
function firstWhere(from: number, to: number, holds: (value: number) => boolean): number | null {
  if (!holds(to)) return null;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return to;
}

/** What is made without search, so that it is certain; the history takes its share of it. */
function constructed(space: Space, sizes: readonly number[], level: number): number {
  if (!space.disjoint) return 0;
  const words = level >= sizes.length - 1 ? productOf(sizes) : (largestCode(sizes, level)?.size ?? 0);
  return Math.max(0, words - space.history.length);
}

function raised(sizes: readonly number[], at: number): number[] {
  return sizes.map((size, group) => (group === at ? size + 1 : size));
}
