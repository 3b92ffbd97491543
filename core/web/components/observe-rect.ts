import type { Virtualizer } from '@tanstack/react-virtual';

/**
 * Follows the size of a virtual list's scroll container. It replaces the virtualizer's own `observeElementRect`, which
 * never disconnects its observer.
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
