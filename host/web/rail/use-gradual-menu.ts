import { startTransition, useDeferredValue, useEffect, useState } from 'react';

import type { MenuSection } from '../menu/menu-entries.ts';

/** Pixels from one entry to the next, as set in Menu.css. */
const ENTRY_HEIGHT = 38;
/** By this time a starting page has been rendered. */
const REST_AFTER_MILLISECONDS = 1_000;
const NOTHING: readonly MenuSection[] = [];

/**
 * The part of a menu to render: at first the visible entries, and all of them once the browser is idle. With three
 * hundred entries the start would otherwise have to wait for all.
 */
export function useGradualMenu(sections: readonly MenuSection[]): readonly MenuSection[] {
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let idle: number | undefined;
    const drawRest = (): void => startTransition(() => setWhole(true));
    const timer = setTimeout(() => {
      // Safari does not support it.
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

/** The most entries that the rail can show without scrolling. */
function entriesInSight(): number {
  return Math.ceil(window.innerHeight / ENTRY_HEIGHT);
}

/** The sections limited to a total number of entries. */
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
