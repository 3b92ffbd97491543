import type { FootageRuler, Measured } from './footage.ts';
import { ALTERNATIVES } from './limits.ts';
import type { Slot, Wishes } from './template.ts';

/** A stretch of a material. */
export interface Piece {
  material: string;
  /** Seconds of the material at which its first frame is on screen, and at which that is behind the last one. */
  from: number;
  to: number;
}

/** A slot and what is in it. */
export interface FilledSlot {
  slot: Slot;
  /** Null where nothing fits. */
  piece: Piece | null;
  /** It keeps its piece. */
  isLocked: boolean;
}

/** Seconds by which two times are the same: less than half a frame, more than rounding. */
const SAME = 0.004;

export const isSameTime = (a: number, b: number): boolean => Math.abs(a - b) < SAME;

/** Whether two pieces have a frame in common. */
export function overlaps(a: Piece, b: Piece): boolean {
  return a.material === b.material && a.from < b.to - SAME && b.from < a.to - SAME;
}

/** How well a stretch is what a slot wishes for, 0 to 1; 1 where it wishes for nothing. */
export function fitOf(wishes: Wishes, measured: Measured): number {
  const parts: number[] = [];
  if (wishes.motion !== null) parts.push(wishes.motion === 'lively' ? measured.motion : 1 - measured.motion);
  if (wishes.detail !== null) parts.push(wishes.detail === 'rich' ? measured.detail : 1 - measured.detail);
  if (wishes.speech !== null) parts.push(wishes.speech === 'with' ? measured.voice : 1 - measured.voice);
  if (wishes.text !== null && measured.text !== null) {
    // A text that can be read for half of a piece is what is remembered of it.
    const seen = Math.min(1, measured.text * 2);
    parts.push(wishes.text === 'with' ? seen : 1 - seen);
  }
  return parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** What a cut to another shot inside a piece takes off its score, and how many of them at most. */
const [INNER_CUT, MOST_INNER] = [0.15, 3];
/** What a piece loses that is as far from the middle of its slot's range as can be. */
const OFF_LENGTH = 0.08;
/** Shares of a frame are no length. */
const LENGTH_ROUNDING = 0.01;

interface Candidate extends Piece {
  score: number;
}

/** What pieces are chosen from. */
export interface ChoiceInput {
  slots: readonly FilledSlot[];
  /** The videos, by the id of their material. */
  footage: ReadonlyMap<string, FootageRuler>;
  /** Pieces that others have, such as other projects of the same video. */
  taken: readonly Piece[];
}

/**
 * Chooses a piece for each slot that is not locked: as long as the slot wants it, cut at shots or where nobody speaks,
 * the best that fits. No footage is used twice, neither within the project nor of what is taken. As many slots are
 * filled as can be: the one that loses most by waiting is filled first, one for which nothing is left gets what another
 * can do without, and one that takes the place of several goes without.
 */
export function choosePieces({ slots, footage, taken }: ChoiceInput): FilledSlot[] {
  const kept = [...taken, ...slots.flatMap(({ piece, isLocked }) => (isLocked && piece !== null ? [piece] : []))];
  const open = slots.filter(({ isLocked, piece }) => !isLocked || piece === null).map(({ slot }) => slot);
  const candidates: Candidates = new Map(open.map((slot) => [slot.id, candidatesOf(slot, footage, kept)]));
  let chosen = fillSlots(candidates);
  if (chosen.size < open.length) {
    for (const id of chosen.keys()) {
      const without = fillSlots(new Map([...candidates].filter(([other]) => other !== id)));
      if (without.size > chosen.size) chosen = without;
    }
  }
  return slots.map((filled) =>
    candidates.has(filled.slot.id) ? { ...filled, piece: pieceOf(chosen.get(filled.slot.id)) } : filled,
  );
}

/** What each slot may have, best first, by its id. */
type Candidates = ReadonlyMap<string, readonly Candidate[]>;

/** Gives each slot one of its candidates, as far as they do not overlap. */
function fillSlots(candidates: Candidates): Map<string, Candidate> {
  const chosen = new Map<string, Candidate>();
  /** What slots that still wait can have. */
  let left = new Map(candidates);
  while (left.size > 0) {
    let next: { id: string; best: Candidate | undefined; regret: number } | undefined;
    for (const [id, own] of left) {
      const [best] = own;
      const other = best && own.find((candidate) => !overlaps(candidate, best));
      const regret = best === undefined ? -1 : best.score - (other?.score ?? -1);
      if (next === undefined || regret > next.regret) next = { id, best, regret };
    }
    if (next === undefined) break;
    const { id, best = makeRoom(id, candidates, chosen) } = next;
    left.delete(id);
    if (best === undefined) continue;
    chosen.set(id, best);
    // What was moved to make room is elsewhere now.
    const all = next.best === undefined ? [...chosen.values()] : [best];
    const from = next.best === undefined ? candidates : left;
    left = new Map(
      [...left.keys()].map((waiting) => [
        waiting,
        (from.get(waiting) ?? []).filter((candidate) => all.every((other) => !overlaps(candidate, other))),
      ]),
    );
  }
  return chosen;
}

/** What else a slot could have, best first, none of which overlaps another or what is in use. */
export function alternativesFor(slot: Slot, { slots, footage, taken }: ChoiceInput): Piece[] {
  const used = [...taken, ...slots.flatMap(({ piece }) => piece ?? [])];
  const apart: Candidate[] = [];
  for (const candidate of candidatesOf(slot, footage, used)) {
    if (apart.length === ALTERNATIVES) break;
    if (apart.every((other) => !overlaps(other, candidate))) apart.push(candidate);
  }
  return apart.map(({ material, from, to }) => ({ material, from, to }));
}

const pieceOf = (candidate: Candidate | undefined): Piece | null =>
  candidate === undefined ? null : { material: candidate.material, from: candidate.from, to: candidate.to };

/** Moves what a single other slot has out of the way, if that one finds something else. */
function makeRoom(id: string, candidates: Candidates, chosen: Map<string, Candidate>): Candidate | undefined {
  for (const wanted of candidates.get(id) ?? []) {
    const inTheWay = [...chosen].filter(([, other]) => overlaps(other, wanted));
    const [blocker] = inTheWay[0] ?? [];
    if (blocker === undefined || inTheWay.length > 1) continue;
    const others = [...chosen].flatMap(([own, other]) => (own === blocker ? [] : [other]));
    const instead = candidates
      .get(blocker)
      ?.find((candidate) => [wanted, ...others].every((other) => !overlaps(candidate, other)));
    if (instead === undefined) continue;
    chosen.set(blocker, instead);
    return wanted;
  }
  return undefined;
}

/** Every stretch that a slot may have, best first. */
function candidatesOf(slot: Slot, footage: ReadonlyMap<string, FootageRuler>, used: readonly Piece[]): Candidate[] {
  const found: Candidate[] = [];
  const [least, most] = [slot.least - LENGTH_ROUNDING, slot.most + LENGTH_ROUNDING];
  const [middle, half] = [(slot.least + slot.most) / 2, Math.max((slot.most - slot.least) / 2, LENGTH_ROUNDING)];
  for (const [material, ruler] of footage) {
    const { starts, ends, cuts } = ruler;
    const own = used.filter((piece) => piece.material === material);
    let firstEnd = 0;
    for (const from of starts) {
      while (firstEnd < ends.length && (ends[firstEnd] ?? 0) < from + least) firstEnd++;
      for (let at = firstEnd; at < ends.length && (ends[at] ?? 0) <= from + most; at++) {
        const piece = { material, from, to: ends[at] ?? 0 };
        if (own.some((other) => overlaps(piece, other))) continue;
        const inner = placeOf(cuts, piece.to - SAME) - placeOf(cuts, from + SAME);
        const off = Math.abs(piece.to - from - middle) / half;
        const fit = fitOf(slot.wishes, ruler.measure(from, piece.to));
        const score = fit - INNER_CUT * Math.min(inner, MOST_INNER) - OFF_LENGTH * off;
        found.push({ ...piece, score });
      }
    }
  }
  // Of equals the earlier one, so that the same footage always gives the same pieces.
  return found.sort((a, b) => b.score - a.score || a.from - b.from);
}

/** How many of ascending times lie before one. */
function placeOf(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
