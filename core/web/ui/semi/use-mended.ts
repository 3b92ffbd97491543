import { useLayoutEffect, type RefObject } from 'react';

/**
 * Mends what Semi draws, now and whenever it draws it anew: roles that are wrong, names that are English only.
 * @param mend sets attributes, and must come to rest: what is right already it leaves alone
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

/** Sets an attribute that is not so yet; `null` takes it away. */
export function setAttribute(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
