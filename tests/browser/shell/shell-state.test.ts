import { expect, test } from '@rstest/core';

import { MemoryStorage } from '#core/web/testing/index.ts';
import { ShellState } from '#host/web/rail/ShellState.ts';

test('whether the menu is open is remembered as `isOpen`; at first it is', () => {
  const storage = new MemoryStorage();
  const state = new ShellState(storage);
  expect([state.isRailNarrow, storage.read('isOpen')]).toEqual([false, undefined]);
  state.toggleRail();
  expect([storage.read('isOpen'), new ShellState(storage).isRailNarrow]).toEqual([false, true]);
  state.toggleRail();
  expect([storage.read('isOpen'), new ShellState(storage).isRailNarrow]).toEqual([true, false]);
});
