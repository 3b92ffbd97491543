import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Boundary, FoundShots } from '#core/contract/shots.ts';
import { keyAt, shotsOf, UNCHANGED, USUAL_RULE, type ShotEdit } from '#plugins/segmentation/shots.ts';
import { cutAt, joinAt, moveBoundary, tagsIn, withNotes } from '#plugins/segmentation/web/draft/shot-edits.ts';

const cut = (seconds: number, strength = 0.9): Boundary => ({
  ...{ kind: 'cut', seconds, frame: Math.round(seconds * 30), from: seconds, to: seconds, strength },
});
const dissolve: Boundary = { ...cut(6), kind: 'dissolve', from: 5.6, to: 6.4 };
const found: FoundShots = { frames: 300, seconds: 10, boundaries: [cut(2), cut(4, 0.3), dissolve] };
const edited = (edit: ShotEdit) => ({ found, rule: USUAL_RULE, edit });
const starts = (edit: ShotEdit) => shotsOf(found, USUAL_RULE, edit).map(({ start }) => start);

test('a shot is cut in two where there is no boundary yet', () => {
  const twice = cutAt(edited(cutAt(edited(UNCHANGED), 1)), 1);
  assert.deepEqual(starts(twice), [0, 1, 2, 6]);
  for (const at of [0, 2, 10, 11]) assert.equal(cutAt(edited(UNCHANGED), at), UNCHANGED, `at ${at}`);
});

test('joining takes a boundary away, and cutting there again brings back the one that was found', () => {
  const joined = joinAt(edited(UNCHANGED), 6);
  assert.deepEqual(starts(joined), [0, 2]);
  const back = cutAt(edited(joined), 6);
  assert.deepEqual(back, UNCHANGED);
  assert.deepEqual(shotsOf(found, USUAL_RULE, back)[2]?.from, 6.4);
});

test('a boundary is moved with what is said of the shot behind it, and never past another one', () => {
  const named = withNotes(UNCHANGED, keyAt(2), { name: 'Harbour' });
  const moved = moveBoundary(edited(named), 2, 3, 1 / 30);
  assert.deepEqual(
    shotsOf(found, USUAL_RULE, moved).map(({ start, name }) => [start, name]),
    [
      [0, ''],
      [3, 'Harbour'],
      [6, ''],
    ],
  );
  assert.deepEqual(starts(moveBoundary(edited(UNCHANGED), 2, 9, 1)), [0, 5, 6]);
  assert.deepEqual(starts(moveBoundary(edited(UNCHANGED), 2, -1, 1)), [0, 1, 6]);
});

test('frames that show two shots belong to neither, unless that is not wanted', () => {
  const ends = (trims: boolean) =>
    shotsOf(found, { ...USUAL_RULE, trims }, UNCHANGED).map(({ from, to }) => [from, to]);
  assert.deepEqual(ends(true), [
    [0, 2],
    [2, 5.6],
    [6.4, 10],
  ]);
  assert.deepEqual(ends(false).flat(), [0, 2, 2, 6, 6, 10]);
});

test('sensitivity is applied to what was found, and changes by hand stay', () => {
  const edit = cutAt(edited(joinAt(edited(UNCHANGED), 2)), 8);
  assert.deepEqual(
    shotsOf(found, { ...USUAL_RULE, sensitivity: 0.8 }, edit).map(({ start }) => start),
    [0, 4, 6, 8],
  );
});

test('a shot of which nothing is said any more has no notes', () => {
  const said = withNotes(UNCHANGED, keyAt(2), { tags: ['sea'], isLeftOut: true });
  assert.deepEqual(withNotes(said, keyAt(2), { tags: [], isLeftOut: false }), UNCHANGED);
});

test('tags are told apart by commas of both kinds, spaces and hash signs', () => {
  assert.deepEqual(tagsIn('开头，#wide, wide  sea、', { tags: 3, length: 4 }), ['开头', 'wide', 'sea']);
});
