import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Lists up to this many lines are drawn as a whole: no reader of the page misses any of it. */
const WHOLE = 80;
/** Lines that come and go together: drawing anew is dear, and one more line is not. */
const BLOCK = 10;

/** Which lines of a long list are drawn, and how much room the others take. */
export interface RowWindow {
  /** The first line that is drawn, and the first after it that is not. */
  from: number;
  to: number;
  /** All lines. */
  count: number;
  /** Pixels of what is not drawn. */
  above: number;
  below: number;
}

export interface RowWindowOptions {
  /** All lines. */
  count: number;
  /** Pixels of a line that was not measured yet. */
  estimate: number;
  /** What is drawn: when it is another, the lines are measured anew. */
  drawn: unknown;
}

/**
 * Draws of a long list only what is near the window's view. Each line carries `data-line` with its index; its height is
 * measured, so that lines may differ.
 * @param place what the lines stand in
 */
export function useRowWindow(place: RefObject<HTMLElement | null>, options: RowWindowOptions): RowWindow {
  const { count, estimate, drawn } = options;
  const [top, setTop] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- what it returns is not memoised
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
      // To the beginning of the next line, so that gaps are counted.
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
