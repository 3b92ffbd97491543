import { expect, test } from '@rstest/core';

import { Batch } from '#core/web/studio/batch/Batch.ts';

const item = (id: string) => ({ id, size: 1 });
const filled = (...ids: string[]) => {
  const batch = new Batch<{ id: string; size: number }>(4);
  batch.add(ids.map(item));
  return batch;
};
const ids = (batch: Batch<{ id: string; size: number }>) => batch.items.map(({ id }) => id).join('');

test('items are taken once, and as many as have room; the first new one is shown', () => {
  const batch = filled('a', 'b');
  expect(batch.add(['b', 'c', 'd', 'e'].map(item))).toBe(1);
  expect([ids(batch), batch.open?.id]).toEqual(['abcd', 'c']);
});

test('in place of what is taken off the next one is shown, and undoing brings it back', () => {
  const batch = filled('a', 'b', 'c');
  batch.show('b');
  batch.select(new Set(['b', 'c']));
  const undo = batch.remove(['b']);
  expect([ids(batch), batch.open?.id, [...batch.selected]]).toEqual(['ac', 'c', ['c']]);
  batch.remove(['c']);
  expect(batch.open?.id).toBe('a');
  undo();
  expect(ids(batch)).toBe('abc');
});

test('what is known of items is no change of theirs, what they are set to is one', () => {
  const batch = filled('a', 'b');
  batch.isKept(batch.items);
  batch.refresh((each) => ({ ...each }));
  expect(batch.isUnsaved).toBe(false);
  const before = batch.items;
  const undo = batch.set(['b'], (each) => ({ ...each, size: 2 }));
  batch.isKept(before);
  expect([batch.isUnsaved, batch.get('b')?.size]).toEqual([true, 2]);
  undo();
  expect(batch.get('b')?.size).toBe(1);
  batch.reorder(['b', 'a']);
  expect(ids(batch)).toBe('ba');
});
