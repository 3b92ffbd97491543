import { useEffect, useRef, type RefObject } from 'react';

/** After a change of page the focus goes to its content, as it would in a page that was loaded anew. */
export function useFocusOnArrival(path: string): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    // A dialog that is open keeps the focus, and so does a field that the new page has given it to.
    const { activeElement } = document;
    const isTaken = activeElement?.closest('[role="dialog"]') !== null && activeElement !== null;
    if (!isTaken && !content.current?.contains(activeElement)) content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}
