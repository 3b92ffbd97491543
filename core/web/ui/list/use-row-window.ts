import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Lists of up to this many rows are rendered as a whole, so that screen readers and search find everything. */
const WHOLE = 80;
/** Rows are added and removed in steps of this many, because a render is expensive and a few more rows are not. */
const BLOCK = 10;

/** Which rows of a long list are rendered, and how much space the others take. */
export interface RowWindow {
  /** The first rendered row, and the first one after them. */
  from: number;
  to: number;
  /** Number of all rows. */
  count: number;
  /** Height of the rows that are not rendered, in pixels. */
  above: number;
  below: number;
}

export interface RowWindowOptions {
  /** Number of all rows. */
  count: number;
  /** Height of a row that was not measured yet, in pixels. */
  estimate: number;
  /** What is rendered: when it changes, the rows are measured again. */
  drawn: unknown;
}

/**
 * Renders only those rows of a long list that are near the viewport. Each row has its index in `data-line`; heights are
 * measured, so they may differ.
 * @param place the element that contains the rows
 */
export function useRowWindow(place: RefObject<HTMLElement | null>, options: RowWindowOptions): RowWindow {
  const { count, estimate, drawn } = options;
  const [top, setTop] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoised
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => estimate,
    overscan: 0,
    scrollMargin: top,
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  const isWhole = count <= WHOLE;
  const block = (index: number): number => Math.min(count, Math.max(0, Math.floor(index / BLOCK) * BLOCK));
  const from = isWhole ? 0 : block((items[0]?.index ?? 0) - BLOCK);
  const to = isWhole ? count : block((items.at(-1)?.index ?? 0) + 2 * BLOCK);

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const lines = [...element.querySelectorAll<HTMLElement>('[data-line]')];
    const boxes = lines.map((line) => line.getBoundingClientRect());
    for (const [at, line] of lines.entries()) {
      const { top: start = 0, bottom = 0 } = boxes[at] ?? {};
      // Up to the start of the next row, so that gaps are included.
      const height = (boxes[at + 1]?.top ?? bottom) - start;
      if (height > 0) virtualizer.resizeItem(Number(line.dataset['line']), Math.round(height));
    }
    const now = Math.round(element.getBoundingClientRect().top + window.scrollY);
    setTop((before) => (Math.abs(now - before) > 1 ? now : before));
  }, [place, virtualizer, from, to, drawn]);

  const { measurementsCache: measured } = virtualizer;
  return {
    ...{ from, to, count },
    above: isWhole ? 0 : (measured[from]?.start ?? top) - top,
    below: isWhole ? 0 : virtualizer.getTotalSize() - ((measured[to - 1]?.end ?? top) - top),
  };
}
