import { useLayoutEffect, useState, type RefObject } from 'react';

/** What is taken for its width until it is drawn. */
const ASSUMED = 1000;

/** Pixels of an element. */
export function useElementWidth(place: RefObject<HTMLElement | null>): number {
  const [width, set] = useState(ASSUMED);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    // Of what is not shown it stays what it was.
    const measure = (): void => set((before) => element.clientWidth || before);
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [place]);
  return width;
}
