import { useLayoutEffect, useState, type RefObject } from 'react';

import { useElementWidth } from '#core/web/react/use-element-width.ts';

/**
 * How many of several things a row has room for, so that the others can go into a menu. Measured before anything is
 * painted, and anew when the row has another width.
 */
export function useFitting(row: RefObject<HTMLElement | null>, count: number): number {
  const key = `${useElementWidth(row)} ${count}`;
  const [tried, setTried] = useState({ key, most: count });
  const most = tried.key === key ? tried.most : count;
  // oxlint-disable-next-line react/exhaustive-deps -- words become longer at any rendering, and it ends at none
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = row.current ?? {};
    if (scrollWidth > clientWidth && most > 0) setTried({ key, most: most - 1 });
  });
  return most;
}
