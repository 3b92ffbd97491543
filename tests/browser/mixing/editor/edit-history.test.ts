import { expect, test } from '@rstest/core';

import { EditHistory } from '#plugins/mixing/web/editor/store/EditHistory.ts';

test('steps are taken back and brought again, until something else is edited', () => {
  const history = new EditHistory('a');
  history.set('b', null, 0);
  history.set('c', null, 0);
  history.undo();
  history.undo();
  expect([history.now, history.canUndo, history.canRedo]).toEqual(['a', false, true]);
  history.redo();
  expect(history.now).toBe('b');
  history.set('d', null, 0);
  expect(history.canRedo).toBe(false);
  history.undo();
  expect(history.now).toBe('b');
});

test('typing and dragging are one step as long as they go on', () => {
  const history = new EditHistory('');
  history.set('h', 'name', 0);
  history.set('he', 'name', 500);
  history.set('hel', 'name', 1200);
  history.set('hell', 'name', 3000);
  history.undo();
  expect(history.now).toBe('hel');
  history.undo();
  expect(history.now).toBe('');
});

test('another field begins another step, and so does what follows a step that was taken back', () => {
  const history = new EditHistory('0');
  history.set('1', 'name', 0);
  history.set('2', 'music', 1);
  history.undo();
  history.set('3', 'name', 2);
  history.undo();
  expect(history.now).toBe('1');
});

test('nothing is a step that changes nothing', () => {
  const history = new EditHistory('a');
  history.set('a', null, 0);
  history.undo();
  history.redo();
  expect([history.now, history.canUndo]).toEqual(['a', false]);
});
