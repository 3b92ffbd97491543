import type { Virtualizer } from '@tanstack/react-virtual';

/**
 * Follows the size of what a virtual list scrolls: `observeElementRect` of its virtualizer, whose own way to do so
 * never lets go of its observer.
 * @returns stops following
 */
export function observeRect(
  { scrollElement }: Pick<Virtualizer<HTMLElement, Element>, 'scrollElement'>,
  tell: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  if (scrollElement === null) return undefined;
  const measure = (): void => tell({ width: scrollElement.clientWidth, height: scrollElement.clientHeight });
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(scrollElement);
  return () => observer.disconnect();
}
