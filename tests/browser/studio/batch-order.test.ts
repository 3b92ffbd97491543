import { expect, test } from '@rstest/core';

import { between, movedTo, rowsInView } from '#core/web/studio/batch/batch-order.ts';

const IDS = ['a', 'b', 'c', 'd'];

test('an item is moved to any place, and no further than the ends', () => {
  expect(movedTo(IDS, 'a', 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(movedTo(IDS, 'd', 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(movedTo(IDS, 'b', 99)).toEqual(['a', 'c', 'd', 'b']);
  expect(movedTo(IDS, 'b', -1)).toEqual(['b', 'a', 'c', 'd']);
});

test('a range has everything between two items, whichever comes first', () => {
  expect(between(IDS, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(between(IDS, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(between(IDS, 'gone', 'b')).toEqual(['b']);
  expect(between(IDS, null, 'gone')).toEqual([]);
});

test('of hundreds of rows those are drawn that are seen', () => {
  expect(rowsInView(800, 64, 6400, 480)).toEqual({ from: 94, to: 114 });
  expect(rowsInView(3, 64, 0, 480)).toEqual({ from: 0, to: 3 });
  expect(rowsInView(0, 64, 0, 480)).toEqual({ from: 0, to: 0 });
});
