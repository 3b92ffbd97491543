import { isSameTime, overlaps, type FilledSlot, type Piece } from '#plugins/pieces/choose-pieces.ts';
import { piecesOf } from '#plugins/pieces/project.ts';

/** Changes one slot, unless it is locked. */
function withSlot(
  slots: readonly FilledSlot[],
  id: string,
  change: (filled: FilledSlot) => FilledSlot,
): readonly FilledSlot[] {
  const isOpen = slots.some(({ slot, isLocked }) => slot.id === id && !isLocked);
  return isOpen ? slots.map((filled) => (filled.slot.id === id ? change(filled) : filled)) : slots;
}

/** Puts another piece into a slot, or none. */
export function withPiece(slots: readonly FilledSlot[], id: string, piece: Piece | null): readonly FilledSlot[] {
  return withSlot(slots, id, (filled) => ({ ...filled, piece }));
}

/** Locks a slot, or lets it go. */
export function withLock(slots: readonly FilledSlot[], id: string): readonly FilledSlot[] {
  return slots.map((filled) => (filled.slot.id === id ? { ...filled, isLocked: !filled.isLocked } : filled));
}

/** Puts a slot to a place among the others. @param to from 0 */
export function moveSlot(slots: readonly FilledSlot[], id: string, to: number): readonly FilledSlot[] {
  const from = slots.findIndex(({ slot }) => slot.id === id);
  const place = Math.max(0, Math.min(slots.length - 1, to));
  const [moved] = slots.slice(from, from + 1);
  if (moved === undefined || from === place) return slots;
  const others = slots.filter((filled) => filled !== moved);
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** What a piece keeps within when its edges are moved. */
export interface EdgeLimits {
  /** Pieces that others have. */
  taken: readonly Piece[];
  /** Seconds of the video. */
  seconds: number;
  /** The least seconds of a piece: those of a frame. */
  least: number;
}

/**
 * Moves the edges of the piece of a slot. It stays inside its video, and clear of all pieces that it was clear of before.
 */
export function adjustPiece(
  slots: readonly FilledSlot[],
  id: string,
  { from, to }: { from: number; to: number },
  { taken, seconds, least }: EdgeLimits,
): readonly FilledSlot[] {
  const before = slots.find(({ slot }) => slot.id === id)?.piece;
  if (!before) return slots;
  const others = [...taken, ...piecesOf(slots.filter(({ slot }) => slot.id !== id))].filter(
    ({ material }) => material === before.material,
  );
  const behind = others.filter((other) => other.to <= before.from || isSameTime(other.to, before.from));
  const ahead = others.filter((other) => other.from >= before.to || isSameTime(other.from, before.to));
  const lowest = Math.max(0, ...behind.map((other) => other.to));
  const highest = Math.min(seconds, ...ahead.map((other) => other.from));
  const piece = { ...before, from: Math.max(lowest, from), to: Math.min(highest, to) };
  const isMoved = !isSameTime(piece.from, before.from) || !isSameTime(piece.to, before.to);
  if (!isMoved || piece.to - piece.from < least - 1e-4 || others.some((other) => overlaps(piece, other))) return slots;
  return withPiece(slots, id, piece);
}
