import { isWorthComparing } from '#core/server/services/media/footage/compare-footage.ts';
import { NO_FOOTAGE, sliceFingerprint, type Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';

import type { ShotWindow } from './plan-input.ts';
import { knownToShare, mayShareFootage } from './shared-footage.ts';

/** A stretch of a material with what the material shows, and the groups that offer it. */
export interface ShownShot {
  symbol: string;
  window: ShotWindow;
  /** Of the whole material; empty where it is not known. */
  fingerprint: Fingerprint;
  /** Seconds of its material. */
  duration: number;
  groups: readonly string[];
}

/** Which shots count as one, and which are left out. */
export interface LikeShots {
  /** Maps symbols that count as another one to their representative. */
  merged: Map<string, string>;
  /** Symbols that no group offers: what they show is in others already, mostly in several of them. */
  leftOut: Set<string>;
}

/** One class of shots that count as one: those that groups offer, and what they show. */
interface Kind {
  symbol: string;
  groups: Set<string>;
  footage: Fingerprint[];
}

/**
 * Finds shots that show the same footage, so that of those that are left any two that count as different share none:
 * videos without a common shot then have no picture in common, and nothing is found after rendering that was not
 * counted before. A shot that shows some of several others is left out; where it is all that a group has, those
 * others count as one with it.
 * @param onlyKnown pairs that were not compared yet count as different
 */
export function likeShots(shots: readonly ShownShot[], { onlyKnown = false } = {}): LikeShots {
  const isWorth = worthOf(shots);
  const share = onlyKnown
    ? (a: Fingerprint, b: Fingerprint) => knownToShare(a, b) === true
    : (a: Fingerprint, b: Fingerprint) => isWorth(a, b) && mayShareFootage(a, b);
  const kinds: Kind[] = [];
  const leftOut = new Set<string>();
  const nameOf = new Map<string, Kind>();
  const likeKinds = (footage: Fingerprint) => kinds.filter((kind) => kind.footage.some((own) => share(own, footage)));
  const join = (kind: Kind, { symbol, groups }: ShownShot, footage: Fingerprint) => {
    nameOf.set(symbol, kind);
    kind.footage.push(footage);
    for (const group of groups) kind.groups.add(group);
  };

  const listed = inOrder(shots);
  for (const shot of listed) {
    const footage = footageWithin(shot.fingerprint, shot.window);
    if (footage.frames === 0) continue;
    const [kind, another] = likeKinds(footage);
    if (kind === undefined) {
      const own = { symbol: shot.symbol, groups: new Set<string>(), footage: [] };
      kinds.push(own);
      join(own, shot, footage);
    } else if (another === undefined && shot.groups.some((group) => !kind.groups.has(group))) {
      join(kind, shot, footage);
    } else {
      nameOf.set(shot.symbol, kind);
      leftOut.add(shot.symbol);
    }
  }
  for (const shot of needed(listed, leftOut)) {
    const footage = footageWithin(shot.fingerprint, shot.window);
    const [kind, ...others] = likeKinds(footage);
    if (kind === undefined) continue;
    leftOut.delete(shot.symbol);
    join(kind, shot, footage);
    for (const other of others) {
      kinds.splice(kinds.indexOf(other), 1);
      kind.footage.push(...other.footage);
      for (const group of other.groups) kind.groups.add(group);
      for (const [symbol, own] of nameOf) if (own === other) nameOf.set(symbol, kind);
    }
  }
  return {
    merged: new Map([...nameOf].flatMap(([symbol, kind]) => (kind.symbol === symbol ? [] : [[symbol, kind.symbol]]))),
    leftOut,
  };
}

/** More shots than these are compared only where a frame of one looks like a frame of the other at first sight. */
const MAX_CLOSELY = 300;

/** Beyond so many nothing is compared before rendering: hours of material in short pieces. */
const MAX_COMPARED = 2000;

/** Whether all shots of a project can be compared before anything is rendered. */
export function canCompare(shots: readonly ShownShot[]): boolean {
  return new Set(shots.map(({ symbol }) => symbol)).size <= MAX_COMPARED;
}

function worthOf(shots: readonly ShownShot[]): (a: Fingerprint, b: Fingerprint) => boolean {
  if (!canCompare(shots)) return () => false;
  return new Set(shots.map(({ symbol }) => symbol)).size <= MAX_CLOSELY ? () => true : isWorthComparing;
}

/** Compares every pair of shots that was not compared yet, one at each step. */
export function* compareShots(shots: readonly ShownShot[]): Generator<void> {
  const isWorth = worthOf(shots);
  const footage = inOrder(shots)
    .map(({ fingerprint, window }) => footageWithin(fingerprint, window))
    .filter(({ frames }) => frames > 0);
  for (const [at, first] of footage.entries()) {
    for (const second of footage.slice(at + 1)) {
      if (knownToShare(first, second) !== undefined || !isWorth(first, second)) continue;
      mayShareFootage(first, second);
      yield;
    }
  }
}

/** Each symbol once: groups that offer few shots first, so that none is left without, and longer materials first. */
function inOrder(shots: readonly ShownShot[]): ShownShot[] {
  const offered = new Map<string, number>();
  const bySymbol = new Map(shots.map((shot) => [shot.symbol, shot]));
  const all = [...bySymbol.values()];
  for (const group of all.flatMap(({ groups }) => groups)) offered.set(group, (offered.get(group) ?? 0) + 1);
  const fewest = new Map(all.map((shot) => [shot, Math.min(...shot.groups.map((group) => offered.get(group) ?? 0))]));
  return all.sort((a, b) => (fewest.get(a) ?? 0) - (fewest.get(b) ?? 0) || b.duration - a.duration);
}

/** For each group of which every shot was left out its first one. */
function needed(shots: readonly ShownShot[], leftOut: ReadonlySet<string>): Set<ShownShot> {
  const groups = new Set(shots.flatMap((shot) => shot.groups));
  const found = new Set<ShownShot>();
  for (const group of groups) {
    const own = shots.filter((shot) => shot.groups.includes(group));
    const [first] = own;
    if (first !== undefined && own.every(({ symbol }) => leftOut.has(symbol))) found.add(first);
  }
  return found;
}

const slices = new WeakMap<Fingerprint, Map<string, Fingerprint>>();

/** The part of a material's fingerprint that lies in a window: the same object each time, so that it is known again. */
function footageWithin(fingerprint: Fingerprint, { start, end }: ShotWindow): Fingerprint {
  if (fingerprint.frames === 0) return NO_FOOTAGE;
  const [from, to] = [Math.ceil(start * FOOTAGE_RATE - 0.01), Math.ceil(end * FOOTAGE_RATE - 0.01)];
  const own = slices.get(fingerprint) ?? new Map<string, Fingerprint>();
  slices.set(fingerprint, own);
  const known = own.get(`${from} ${to}`) ?? sliceFingerprint(fingerprint, from, to);
  own.set(`${from} ${to}`, known);
  return known;
}
