import { startTransition, useDeferredValue, useEffect, useState } from 'react';

import type { MenuSection } from '../menu/menu-entries.ts';

/** Pixels from one entry to the next, as Menu.css has them. */
const ENTRY_HEIGHT = 38;
/** By then a page that starts is there. */
const REST_AFTER_MILLISECONDS = 1_000;
const NOTHING: readonly MenuSection[] = [];

/**
 * What of a menu is drawn: after the page what is in sight, and once the browser has nothing else to do all of it. Of
 * three hundred entries a start would otherwise wait for all.
 */
export function useGradualMenu(sections: readonly MenuSection[]): readonly MenuSection[] {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let idle: number | undefined;
    const drawRest = (): void => startTransition(() => setWhole(true));
    const timer = setTimeout(() => {
      // Safari has none.
      if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(drawRest, { timeout: 3_000 });
      else drawRest();
    }, REST_AFTER_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, []);
  return useDeferredValue(isWhole ? sections : firstEntries(sections, entriesInSight()), NOTHING);
}

/** No rail shows more without scrolling. */
function entriesInSight(): number {
  return Math.ceil(window.innerHeight / ENTRY_HEIGHT);
}

/** The sections with no more than so many entries in all. Pure. */
export function firstEntries(sections: readonly MenuSection[], most: number): readonly MenuSection[] {
  let left = most;
  const first: MenuSection[] = [];
  for (const section of sections) {
    if (left === 0) break;
    const entries = section.entries.slice(0, left);
    left -= entries.length;
    first.push(entries.length === section.entries.length ? section : { ...section, entries });
  }
  return first.length === sections.length && first.every((section, index) => section === sections[index])
    ? sections
    : first;
}
