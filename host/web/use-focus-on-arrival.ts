import { useEffect, useRef, type RefObject } from 'react';

/** After a navigation, moves the focus to the content, as loading a new page would. */
export function useFocusOnArrival(path: string): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // An open dialog keeps the focus, and so does a field focused by the new page.
    const { activeElement } = document;
    const isTaken = activeElement?.closest('[role="dialog"]') !== null && activeElement !== null;
    if (!isTaken && !content.current?.contains(activeElement)) content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}
