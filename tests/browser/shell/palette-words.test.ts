import { expect, test } from '@rstest/core';

import { fits } from '#host/web/palette/fits.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';

test('a title fits when it has every word that was typed', () => {
  expect([fits('Switch language', 'LANG switch'), fits('切换语言', '语言'), fits('Safe', 'x')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(fits('anything', '')).toBe(true);
});

test('keys are written as they stand on the keyboard', () => {
  expect([
    keyLabel('mod+k', false),
    keyLabel('mod+k', true),
    keyLabel('?', false),
    keyLabel('mod+shift+p', true),
  ]).toEqual(['Ctrl K', '⌘ K', '?', '⌘ ⇧ P']);
});
