import { useLayoutEffect, useRef, type RefObject } from 'react';

import type { Library } from '../list/Library.ts';
import type { GridShape } from './grid-shape.ts';

/**
 * Keeps what is looked at where it is: when materials come or go, when the window changes, and when one comes back.
 * @param head pixels above the first row
 * @returns what is to be done whenever it was scrolled
 */
export function usePlace(
  scroller: RefObject<HTMLElement | null>,
  library: Library,
  { columns, rowHeight }: GridShape,
  head: number,
): () => void {
  const { list } = library;
  const { ids } = list;
  /** Where it was put from here: hearing of that says nothing new, and would lose what was looked at first. */
  const put = useRef<number | null>(null);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const { id, past } = library.place;
    const index = id === null ? 0 : list.indexes.get(id);
    if (index === undefined) return;
    const top = id === null ? 0 : Math.floor(index / columns) * rowHeight + Math.min(past, head + rowHeight);
    put.current = top;
    if (Math.abs(element.scrollTop - top) > 1) element.scrollTo(0, top);
  }, [scroller, library, list, ids, columns, rowHeight, head]);

  return () => {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop } = element;
    if (put.current !== null && Math.abs(scrollTop - put.current) <= 1) return;
    put.current = null;
    const row = Math.floor(Math.max(0, scrollTop) / rowHeight);
    const id = scrollTop <= 1 ? null : (list.ids[row * columns] ?? null);
    library.setPlace({ id, past: id === null ? 0 : scrollTop - row * rowHeight });
    if (list.arrivals.length > 0 && scrollTop <= 1) list.showArrivals();
  };
}
