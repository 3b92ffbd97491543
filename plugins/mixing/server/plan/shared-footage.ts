import { createHash } from 'node:crypto';

import { SURE } from '#core/server/services/media/footage/certainty.ts';
import { compareFootage, tellingFrames } from '#core/server/services/media/footage/compare-footage.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { TOLERANCE } from './footage-limit.ts';

/** What two stretches of footage have in common, among their telling frames. */
export interface SharedFootage {
  /** Marks of the first one's frames that are found in the second, and the other way round. */
  first: Uint8Array;
  second: Uint8Array;
}

/** A plan keeps apart already what is this close to being the same: rendered frames fall a little differently. */
const NEARLY_SURE = SURE - 0.05;

/** What was found, and whether it is sure. */
interface Compared extends SharedFootage {
  isSure: boolean;
}

const known = new WeakMap<Fingerprint, WeakMap<Fingerprint, Compared | null>>();

/**
 * The same by what the stretches show: a shot that was read anew, for each video that it is in, was compared before.
 * Most recently compared last.
 */
const knownByContent = new Map<string, Compared | null>();

/** About 15 MB. */
const MAX_KNOWN_BY_CONTENT = 100_000;

/** The frames that two stretches share; null when they share none. What was compared once is remembered. */
export function sharedFootage(first: Fingerprint, second: Fingerprint): SharedFootage | null {
  const found = compared(first, second);
  return found?.isSure === true ? found : null;
}

/** Whether two stretches show some of the same footage, or so nearly that rendering may bring it out. */
export function mayShareFootage(first: Fingerprint, second: Fingerprint): boolean {
  return compared(first, second) !== null;
}

/** {@link mayShareFootage} as far as it was looked at; undefined where it was not. */
export function knownToShare(first: Fingerprint, second: Fingerprint): boolean | undefined {
  const found = recalled(first, second);
  return found === undefined ? undefined : found !== null;
}

function compared(first: Fingerprint, second: Fingerprint): Compared | null {
  const before = recalled(first, second);
  if (before !== undefined) return before;
  const found = compare(first, second);
  knownByContent.set(contentOf(first) + contentOf(second), found);
  for (const oldest of knownByContent.keys()) {
    if (knownByContent.size <= MAX_KNOWN_BY_CONTENT) break;
    knownByContent.delete(oldest);
  }
  return remember(first, second, found);
}

/** What comparing the two found before, whichever of them came first; undefined where they were not compared. */
function recalled(first: Fingerprint, second: Fingerprint): Compared | null | undefined {
  const mine = known.get(first)?.get(second);
  if (mine !== undefined) return mine;
  const reverse = known.get(second)?.get(first);
  if (reverse !== undefined) return remember(first, second, reversed(reverse));
  const [own, other] = [contentOf(first), contentOf(second)];
  const same = knownByContent.get(own + other);
  if (same !== undefined) return remember(first, second, same);
  const sameReverse = knownByContent.get(other + own);
  return sameReverse === undefined ? undefined : remember(first, second, reversed(sameReverse));
}

function remember(first: Fingerprint, second: Fingerprint, found: Compared | null): Compared | null {
  const mine = known.get(first) ?? new WeakMap<Fingerprint, Compared | null>();
  known.set(first, mine);
  mine.set(second, found);
  return found;
}

function reversed(found: Compared | null): Compared | null {
  return found && { first: found.second, second: found.first, isSure: found.isSure };
}

const contents = new WeakMap<Fingerprint, string>();

/** A digest of what a stretch shows. */
function contentOf(footage: Fingerprint): string {
  const before = contents.get(footage);
  if (before !== undefined) return before;
  const hash = createHash('sha1').update(String(footage.frames));
  for (const view of footage.views) hash.update(view);
  const digest = hash.digest('base64');
  contents.set(footage, digest);
  return digest;
}

function compare(first: Fingerprint, second: Fingerprint): Compared | null {
  const [own, other] = [framesToTell(first), framesToTell(second)];
  if (own.length === 0 || other.length === 0) return null;
  if (own.isBlank || other.isBlank) {
    return own.isBlank && other.isBlank ? { first: own.marks, second: other.marks, isSure: true } : null;
  }
  const match = compareFootage(first, second, NEARLY_SURE);
  if (match === null) return null;
  return {
    first: match.first.map((mark, frame) => mark & (own.marks[frame] ?? 0)),
    second: match.second.map((mark, frame) => mark & (other.marks[frame] ?? 0)),
    isSure: match.certainty >= SURE,
  };
}

/** The frames that identify footage: those that show something, or all of them when none does. */
export interface FramesToTell {
  /** 1 for each of them; the same array for whoever asks. */
  marks: Uint8Array;
  length: number;
  isBlank: boolean;
}

const telling = new WeakMap<Fingerprint, FramesToTell>();

/** Which frames tell, looked up once: each finished video asks again for all before it. */
export function framesToTell(footage: Fingerprint): FramesToTell {
  const before = telling.get(footage);
  if (before !== undefined) return before;
  const marks = tellingFrames(footage);
  const length = marks.reduce((sum, mark) => sum + mark, 0);
  const found =
    length > 0 ? { marks, length, isBlank: false } : { marks: marks.fill(1), length: footage.frames, isBlank: true };
  telling.set(footage, found);
  return found;
}

/** Share of the stretch with fewer telling frames that is found in the other; of two as long the larger share. */
export function sharedShare(first: Fingerprint, second: Fingerprint): number {
  const shared = sharedFootage(first, second);
  if (shared === null) return 0;
  const [own, other] = [framesToTell(first).length, framesToTell(second).length];
  const share = (marks: Uint8Array, length: number) => marks.reduce((sum, mark) => sum + mark, 0) / length;
  return Math.max(own <= other ? share(shared.first, own) : 0, other <= own ? share(shared.second, other) : 0);
}

/** Whether two shots share more than two videos may that have no shot in common: then they count as one. */
export function isSameFootage(first: Fingerprint, second: Fingerprint): boolean {
  return sharedShare(first, second) > TOLERANCE;
}
