import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Boundary } from '#core/contract/shots.ts';
import { alternativesFor, choosePieces, overlaps, type FilledSlot, type Piece } from '#plugins/pieces/choose-pieces.ts';
import { rulerOf, STEPS, type Footage } from '#plugins/pieces/footage.ts';
import { slotSchema, type Slot } from '#plugins/pieces/template.ts';

const FILM = 'film';
const bytes = (seconds: number, at: (second: number) => number): string =>
  Buffer.from(Array.from({ length: seconds * STEPS }, (_, step) => Math.round(255 * at(step / STEPS)))).toString('hex');

const cut = (seconds: number): Boundary => ({
  ...{ kind: 'cut', seconds, frame: seconds * 30, from: seconds, to: seconds, strength: 0.9 },
});

/** A film of so many seconds; measures are shares by the second. */
function film(
  seconds: number,
  cuts: readonly (number | Boundary)[],
  more: Partial<Footage> & { at?: Partial<Record<'motion' | 'detail' | 'voice', (second: number) => number>> } = {},
): Footage {
  const { at = {}, ...rest } = more;
  const measured = (name: 'motion' | 'detail' | 'voice') => bytes(seconds, at[name] ?? (() => 0.5));
  const boundaries = cuts.map((each) => (typeof each === 'number' ? cut(each) : each));
  return {
    shots: { frames: seconds * 30, seconds, boundaries },
    ...{ motion: measured('motion'), detail: measured('detail'), voice: measured('voice') },
    ...{ pauses: [], quiet: [], texts: null, ...rest },
  };
}

const slot = (id: string, least: number, most: number, wishes: Partial<Slot['wishes']> = {}): Slot =>
  slotSchema.parse({ id, name: id, least, most, wishes });
const empty = (slots: readonly Slot[]): FilledSlot[] =>
  slots.map((each) => ({ slot: each, piece: null, isLocked: false }));
const choose = (slots: readonly FilledSlot[], footage: Footage, taken: readonly Piece[] = []) =>
  choosePieces({ slots, footage: new Map([[FILM, rulerOf(footage)]]), taken });
const ranges = (slots: readonly FilledSlot[]) => slots.map(({ piece }) => piece && [piece.from, piece.to]);
const piece = (from: number, to: number): Piece => ({ material: FILM, from, to });

test('each slot gets the shot that is most like what it wishes for', () => {
  const motion = (second: number) => (second < 4 ? 0.1 : second < 8 ? 0.9 : 0.5);
  const detail = (second: number) => (second >= 8 ? 0.9 : 0.2);
  const slots = [
    slot('wide', 3, 5, { detail: 'rich' }),
    slot('action', 3, 5, { motion: 'lively' }),
    slot('still', 3, 5, { motion: 'calm' }),
  ];
  assert.deepEqual(ranges(choose(empty(slots), film(12, [4, 8], { at: { motion, detail } }))), [
    [8, 12],
    [4, 8],
    [0, 4],
  ]);
});

test('pieces are as long as their slot wants them, and end at shots or where nobody speaks', () => {
  const footage = film(20, [5], { quiet: [7, 9, 12, 16] });
  const edges = new Set([0, 5, 7, 9, 12, 16, 20]);
  const slots = [slot('a', 1, 2), slot('b', 3, 4), slot('c', 5, 5), slot('d', 4, 8)];
  const chosen = choose(empty(slots), footage);
  for (const { slot: wanted, piece: made } of chosen) {
    assert.ok(made !== null, wanted.id);
    assert.ok(edges.has(made.from) && edges.has(made.to), `${made.from} to ${made.to}`);
    const length = made.to - made.from;
    assert.ok(length >= wanted.least && length <= wanted.most, `${wanted.id} lasts ${length}`);
  }
});

test('no footage is used twice, nor any that others have or a locked slot keeps', () => {
  const footage = film(30, [3, 6, 9, 12, 15, 18, 21, 24, 27]);
  const slots = empty(Array.from({ length: 6 }, (_, at) => slot(`s${at}`, 2, 4)));
  const locked = slots.map((each, at) => (at === 2 ? { ...each, piece: piece(9, 12), isLocked: true } : each));
  const taken = [piece(0, 3), piece(17, 19)];
  const chosen = choose(locked, footage, taken);
  assert.deepEqual(chosen[2], locked[2]);
  const pieces = chosen.flatMap((each) => each.piece ?? []);
  assert.equal(pieces.length, 6);
  for (const [at, own] of pieces.entries()) {
    for (const other of [...taken, ...pieces.slice(at + 1)])
      assert.ok(!overlaps(own, other), JSON.stringify([own, other]));
  }
});

test('frames of a dissolve belong to neither piece, and a piece of one shot is preferred to one of two', () => {
  const dissolve: Boundary = { ...cut(5), kind: 'dissolve', from: 4.5, to: 5.5 };
  const chosen = choose(empty([slot('a', 4, 5), slot('b', 4, 5)]), film(20, [dissolve, 10, 12, 14]));
  assert.deepEqual(ranges(chosen), [
    [0, 4.5],
    [5.5, 10],
  ]);
});

test('where two slots want the same shot, the one that finds nothing else gets it', () => {
  const motion = (second: number) => (second < 3 ? 0.9 : 0.6);
  const picky = slot('picky', 3, 3, { motion: 'lively' });
  const easy = slot('easy', 2, 3, { motion: 'lively' });
  for (const slots of [
    [easy, picky],
    [picky, easy],
  ]) {
    const chosen = choose(empty(slots), film(5, [3], { at: { motion } }));
    assert.deepEqual(chosen.find((each) => each.slot.id === 'picky')?.piece, piece(0, 3));
    assert.deepEqual(chosen.find((each) => each.slot.id === 'easy')?.piece, piece(3, 5));
  }
});

test('a slot makes room for another one that could have nothing else', () => {
  const motion = (second: number) => (second < 6 ? 1 : 0.1);
  const long = slot('long', 6, 6, { motion: 'lively' });
  const chosen = choose(empty([long, slot('short', 2, 2)]), film(12, [2, 4, 6], { at: { motion } }));
  assert.deepEqual(ranges(chosen), [
    [6, 12],
    [0, 2],
  ]);
});

test('a slot that would take the place of several others stays empty', () => {
  const slots = [slot('whole', 12, 12), slot('a', 3, 3), slot('b', 3, 3), slot('c', 3, 3)];
  const chosen = choose(empty(slots), film(12, [3, 6, 9]));
  assert.deepEqual(
    chosen.map((each) => each.piece !== null),
    [false, true, true, true],
  );
});

test('where nothing is long enough, the slot stays empty and the others do not', () => {
  const chosen = choose(empty([slot('long', 10, 20), slot('short', 2, 4)]), film(6, [3]));
  assert.deepEqual(
    chosen.map((each) => each.piece !== null),
    [false, true],
  );
});

test('pieces come from all videos, and text counts only where it was looked for', () => {
  const plain = rulerOf(film(4, [], { texts: [] }));
  const written = rulerOf(
    film(4, [], {
      texts: [
        { from: 0, to: 2 },
        { from: 1, to: 3 },
      ],
    }),
  );
  const unread = rulerOf(film(4, []));
  assert.equal(written.measure(0, 4).text, 0.75);
  assert.equal(unread.measure(0, 4).text, null);
  const footage = new Map([
    ['plain', plain],
    ['written', written],
  ]);
  const slots = empty([slot('without', 3, 4, { text: 'without' }), slot('with', 3, 4, { text: 'with' })]);
  const chosen = choosePieces({ slots, footage, taken: [] });
  assert.deepEqual(
    chosen.map((each) => each.piece?.material),
    ['plain', 'written'],
  );
});

test('alternatives are free, apart from each other, and the best comes first', () => {
  const motion = (second: number) => second / 30;
  const footage = film(30, [3, 6, 9, 12, 15, 18, 21, 24, 27], { at: { motion } });
  const lively = slot('a', 3, 3, { motion: 'lively' });
  const input = { footage: new Map([[FILM, rulerOf(footage)]]), taken: [piece(24, 27)] };
  const slots = choosePieces({ slots: empty([lively]), ...input });
  assert.deepEqual(ranges(slots), [[27, 30]]);
  const found = alternativesFor(lively, { slots, ...input });
  assert.deepEqual(
    found.map(({ from }) => from),
    [21, 18, 15, 12, 9, 6, 3, 0],
  );
});

test('projects one after the other share nothing, until the video is used up', () => {
  const footage = film(24, [3, 6, 9, 12, 15, 18, 21]);
  const slots = empty([slot('a', 3, 3), slot('b', 3, 3), slot('c', 3, 3)]);
  const taken: Piece[] = [];
  const filled = Array.from({ length: 3 }, () => {
    const pieces = choose(slots, footage, taken).flatMap((each) => each.piece ?? []);
    taken.push(...pieces);
    return pieces.length;
  });
  assert.deepEqual(filled, [3, 3, 2]);
  assert.equal(new Set(taken.map(({ from }) => from)).size, 8);
});
