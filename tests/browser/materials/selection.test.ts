import { expect, test } from '@rstest/core';

import { Selection } from '#core/web/selection/Selection.ts';
import { stepBy } from '#core/web/selection/step-by.ts';
import { shapeOf, touchedBy } from '#plugins/materials/web/view/grid-shape.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e', 'f'];

test('a range grows and shrinks from where the last choice was made', () => {
  const selection = new Selection();
  selection.toggle('c');
  selection.extendTo('e', ORDER);
  expect(selection.ids).toEqual(['c', 'd', 'e']);
  selection.extendTo('b', ORDER);
  expect(new Set(selection.ids)).toEqual(new Set(['b', 'c']));
});

test('what was chosen beside a range stays', () => {
  const selection = new Selection();
  selection.toggle('a');
  selection.toggle('d');
  selection.extendTo('e', ORDER);
  expect(new Set(selection.ids)).toEqual(new Set(['a', 'd', 'e']));
  selection.extendTo('f', ORDER);
  expect(selection.size).toBe(4);
});

test('without a choice a range begins where the keyboard is', () => {
  const selection = new Selection();
  selection.setFocus('b');
  selection.extendTo('d', ORDER);
  expect(selection.ids).toEqual(['b', 'c', 'd']);
  expect(selection.focus).toBe('d');
});

test('what is gone is no longer chosen', () => {
  const selection = new Selection();
  selection.replace(['a', 'b']);
  selection.drop(['b']);
  expect(selection.ids).toEqual(['a']);
  selection.extendTo('c', ORDER);
  expect(selection.has('c')).toBe(true);
});

test('keys walk the grid and stop at its edges', () => {
  expect(stepBy('ArrowRight', 0, 4, 10, 2)).toBe(1);
  expect(stepBy('ArrowLeft', 0, 4, 10, 2)).toBe(0);
  expect(stepBy('ArrowUp', 2, 4, 10, 2)).toBe(2);
  expect(stepBy('ArrowDown', 2, 4, 10, 2)).toBe(6);
  expect(stepBy('ArrowDown', 7, 4, 10, 2)).toBe(9);
  expect(stepBy('ArrowDown', 9, 4, 10, 2)).toBe(9);
  expect(stepBy('End', 0, 4, 10, 2)).toBe(9);
  expect(stepBy('Home', 9, 4, 10, 2)).toBe(0);
  expect(stepBy('PageDown', 0, 4, 100, 3)).toBe(12);
  expect(stepBy('ArrowDown', -1, 4, 10, 2)).toBe(0);
  expect(stepBy('x', 0, 4, 10, 2)).toBeUndefined();
  expect(stepBy('End', 0, 4, 0, 2)).toBeUndefined();
});

test('a band touches every tile that it crosses, and none beyond the last', () => {
  const shape = shapeOf('video', 'grid', 48 + 4 * 200 - 4);
  expect([shape.columns, shape.columnWidth]).toEqual([4, 200]);
  expect(touchedBy({ left: -10, top: -5, right: 210, bottom: 230 }, shape, 6)).toEqual([0, 1, 4, 5]);
  expect(touchedBy({ left: 197, top: 10, right: 199, bottom: 20 }, shape, 6)).toEqual([]);
  expect(touchedBy({ left: 0, top: 900, right: 800, bottom: 990 }, shape, 6)).toEqual([]);
});

test('a phone has three columns from edge to edge, a table one', () => {
  expect(shapeOf('image', 'grid', 390)).toMatchObject({ columns: 3, edge: 0, gap: 4 });
  expect(shapeOf('image', 'table', 1000)).toMatchObject({ columns: 1, rowHeight: 52 });
});
