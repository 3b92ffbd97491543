import { useLayoutEffect, type RefObject } from 'react';

/**
 * Corrects Semi's markup, now and after each of its renders: wrong roles, names in English only.
 * @param mend sets attributes; must leave correct ones alone, or it would run forever
 */
export function useMended(place: RefObject<HTMLElement | null>, mend: (place: HTMLElement) => void): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    mend(element);
    const observer = new MutationObserver(() => mend(element));
    observer.observe(element, { subtree: true, childList: true, attributes: true });
    return () => observer.disconnect();
  }, [place, mend]);
}

/** Sets an attribute if it differs; `null` removes it. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
