import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { useElementWidth } from '#core/web/react/use-element-width.ts';

/** A row that shows so many of its things, and the pixels that all in it take. */
interface Tried {
  most: number;
  width: number;
}

/**
 * How many of several things a row has room for, so that the others can go into a menu. Measured before anything is
 * painted, and anew whenever the row is drawn: what went into the menu comes out again as soon as there is room, be it
 * that the row became wider or its words shorter.
 * @param space the element of the row that takes what is left of its width, and nothing where nothing is left
 * @param beside pixels that the menu takes from the row's width, if it is not in the row: what the last thing gets back
 */
export function useFitting(
  row: RefObject<HTMLElement | null>,
  space: RefObject<HTMLElement | null>,
  count: number,
  beside: () => number = () => 0,
): number {
  useElementWidth(row);
  const [tried, setTried] = useState({ count, most: count });
  const most = tried.count === count ? tried.most : count;
  /** Pixels that one more takes, by how many are shown then; and what was drawn last. */
  const known = useRef({ count, steps: new Map<number, number>(), last: null as Tried | null });
  // oxlint-disable-next-line react/exhaustive-deps -- words become longer and shorter at any rendering, and it ends when all fit
  useLayoutEffect(() => {
    if (row.current === null) return;
    if (known.current.count !== count) known.current = { count, steps: new Map(), last: null };
    const { steps, last } = known.current;
    const { scrollWidth, clientWidth } = row.current;
    const left = scrollWidth > clientWidth ? clientWidth - scrollWidth : (space.current?.offsetWidth ?? 0);
    const width = clientWidth - left + beside();
    if (last?.most === most + 1) steps.set(last.most, last.width - width);
    known.current.last = { most, width };
    const next = left < 0 ? most - 1 : left >= (steps.get(most + 1) ?? Infinity) ? most + 1 : most;
    if (next >= 0 && next <= count && next !== most) setTried({ count, most: next });
  });
  return most;
}
