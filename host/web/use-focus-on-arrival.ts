import { useCallback, useEffect, useRef, type RefCallback } from 'react';

/** After a navigation, moves the focus to the content, as loading a new page would. */
export function useFocusOnArrival(path: string): RefCallback<HTMLElement> {
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  const isAwaited = useRef(false);
  const arrive = useCallback(() => {
    // The frame around the page may still be on its way.
    isAwaited.current = content.current === null;
    // An open dialog keeps the focus, and so does a field focused by the new page.
    const { activeElement } = document;
    const isTaken = activeElement?.closest('[role="dialog"]') !== null && activeElement !== null;
    if (!isTaken && !content.current?.contains(activeElement)) content.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    arrive();
  }, [path, arrive]);
  return useCallback(
    (element) => {
      content.current = element;
      if (element !== null && isAwaited.current) arrive();
    },
    [arrive],
  );
}
