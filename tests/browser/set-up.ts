import { afterEach, rs } from '@rstest/core';

import { stopLeftWatch } from '#core/web/testing/watch-resources.ts';

/** What tests put something of their own in the place of. */
const NAMES = ['matchMedia', 'IntersectionObserver', 'Image'] as const;
const before = NAMES.map((name) => [name, globalThis[name]] as const);

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

// Whatever a test replaced is back afterwards, also when it failed or took too long before it could put it back.
// A clock that stands still would have every later wait go on for ever.
afterEach(() => {
  rs.restoreAllMocks();
  rs.useRealTimers();
  stopLeftWatch();
  for (const [name, value] of before) Reflect.set(globalThis, name, value);
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  document.body.replaceChildren();
});
