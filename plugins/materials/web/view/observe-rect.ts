import type { Virtualizer } from '@tanstack/react-virtual';

/** Follows the size of what is scrolled. The library's own way to do so never lets go of its observer. */
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
