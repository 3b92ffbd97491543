import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { FilledSlot, Piece } from '#plugins/pieces/choose-pieces.ts';
import { slotSchema } from '#plugins/pieces/template.ts';
import { adjustPiece, moveSlot, withLock, withPiece } from '#plugins/pieces/web/preview/slot-edits.ts';

const piece = (from: number, to: number, material = 'film'): Piece => ({ material, from, to });
const slots: FilledSlot[] = [piece(0, 2), piece(4, 6), null].map((each, at) => ({
  ...{ slot: slotSchema.parse({ id: `s${at}`, name: '', least: 1, most: 5 }), piece: each, isLocked: false },
}));
const limits = { taken: [piece(8, 9)], seconds: 20, least: 1 / 30 };
const rangesOf = (all: readonly FilledSlot[]) => all.map((each) => each.piece && [each.piece.from, each.piece.to]);

test('a locked slot keeps its piece, and lets it go when it is unlocked', () => {
  const locked = withLock(slots, 's0');
  assert.equal(withPiece(locked, 's0', null), locked);
  assert.deepEqual(rangesOf(adjustPiece(locked, 's0', { from: 0, to: 3 }, limits)), rangesOf(slots));
  assert.deepEqual(rangesOf(withPiece(withLock(locked, 's0'), 's0', piece(10, 12)))[0], [10, 12]);
});

test('edges stop where another piece begins, in this project or another, and at the ends of the video', () => {
  const adjusted = (id: string, from: number, to: number) =>
    rangesOf(adjustPiece(slots, id, { from, to }, limits))[Number(id.slice(1))];
  assert.deepEqual(adjusted('s0', 0, 5), [0, 4]);
  assert.deepEqual(adjusted('s1', 1, 6), [2, 6]);
  assert.deepEqual(adjusted('s1', 4, 12), [4, 8]);
  assert.deepEqual(adjusted('s0', -3, 1), [0, 1]);
  const last = withPiece(slots, 's1', piece(15, 18));
  assert.deepEqual(rangesOf(adjustPiece(last, 's1', { from: 15, to: 30 }, limits))[1], [15, 20]);
});

test('a piece is at least a frame long, and what changes nothing is no change', () => {
  assert.equal(adjustPiece(slots, 's0', { from: 1, to: 1 }, limits), slots);
  assert.equal(adjustPiece(slots, 's0', { from: 0, to: 2.0005 }, limits), slots);
  assert.equal(adjustPiece(slots, 's2', { from: 0, to: 1 }, limits), slots);
});

test('a slot is moved among the others, and never beyond the first or the last place', () => {
  const order = (all: readonly FilledSlot[]) => all.map(({ slot }) => slot.id).join(' ');
  assert.equal(order(moveSlot(slots, 's0', 2)), 's1 s2 s0');
  assert.equal(order(moveSlot(slots, 's2', 0)), 's2 s0 s1');
  assert.equal(moveSlot(slots, 's0', -1), slots);
  assert.equal(moveSlot(slots, 's2', 9), slots);
});
