import { afterEach, expect, rs, test } from '@rstest/core';

import { closeOffPage } from '#core/web/components/focus-trap.ts';

afterEach(() => {
  rs.restoreAllMocks();
});

test('a dialog keeps the room of the scrollbar that it takes away, and makes none where there was none', () => {
  const { style } = document.documentElement;
  const width = rs.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15);
  const undo = closeOffPage();
  expect([document.body.style.overflow, style.scrollbarGutter]).toEqual(['hidden', 'stable']);
  undo();
  expect(style.scrollbarGutter).not.toBe('stable');
  width.mockReturnValue(window.innerWidth);
  closeOffPage()();
  expect(style.scrollbarGutter).not.toBe('stable');
});
