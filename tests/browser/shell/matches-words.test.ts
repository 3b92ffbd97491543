import { expect, test } from '@rstest/core';

import { matchesWords } from '#host/web/palette/matches-words.ts';
import { keyLabel } from '#core/web/commands/key-label.ts';

test('a title matchesWords when it has every word that was typed', () => {
  expect([
    matchesWords('Switch language', 'LANG switch'),
    matchesWords('切换语言', '语言'),
    matchesWords('Safe', 'x'),
  ]).toEqual([true, true, false]);
  expect(matchesWords('anything', '')).toBe(true);
});

test('keys are written as they stand on the keyboard', () => {
  expect([
    keyLabel('mod+k', false),
    keyLabel('mod+k', true),
    keyLabel('?', false),
    keyLabel('mod+shift+p', true),
  ]).toEqual(['Ctrl K', '⌘ K', '?', '⌘ ⇧ P']);
});
