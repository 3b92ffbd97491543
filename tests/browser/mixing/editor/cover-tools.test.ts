import { expect, test } from '@rstest/core';

import { COVER_TOOLS, type CoverTool } from '#plugins/mixing/api.ts';

test('a tool for covers has a name and something that it does', () => {
  const tool: CoverTool = { id: 'shine', title: 'mixing:title', apply: (cover) => cover };
  expect(COVER_TOOLS.accepts?.(tool)).toBe(true);
  expect(COVER_TOOLS.accepts?.({ ...tool, about: 'mixing:title' })).toBe(true);
  expect(COVER_TOOLS.accepts?.({ ...tool, apply: undefined } as unknown as CoverTool)).toBe(false);
  expect(COVER_TOOLS.accepts?.({ ...tool, title: 7 } as unknown as CoverTool)).toBe(false);
});
