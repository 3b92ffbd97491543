import { useEffect, useState, type RefObject } from 'react';

/**
 * Whether an element is in sight.
 * @param options how much of it has to be (`threshold`), and how far around the window counts (`rootMargin`); must
 *   stay the same object
 */
export function useInSight(element: RefObject<HTMLElement | null>, options: IntersectionObserverInit): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return undefined;
    const watcher = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), options);
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, options]);
  return isSeen;
}
