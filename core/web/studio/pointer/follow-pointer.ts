import type { PointerEvent } from 'react';

/**
 * Takes a pointer that was pressed on an element, focuses the element, and tells every movement until it is let go.
 * @param moved gets how far it is from where it was pressed, in pixels
 * @param ended called when it is let go; `isCancelled` when the browser took it away, or Escape was pressed
 */
export function followPointer(
  event: PointerEvent<HTMLElement>,
  moved: (way: { x: number; y: number }) => void,
  ended?: (isCancelled: boolean) => void,
): void {
  event.preventDefault();
  const { pointerId, clientX, clientY } = event;
  const element: HTMLElement = event.currentTarget;
  element.focus({ preventScroll: true });
  element.setPointerCapture(pointerId);
  const over = new AbortController();
  const { signal } = over;
  const end = (isCancelled: boolean): void => {
    over.abort();
    ended?.(isCancelled);
  };
  const isSame = (at: globalThis.PointerEvent): boolean => at.pointerId === pointerId;
  element.addEventListener(
    'pointermove',
    (at) => isSame(at) && moved({ x: at.clientX - clientX, y: at.clientY - clientY }),
    { signal },
  );
  element.addEventListener('pointerup', (at) => isSame(at) && end(false), { signal });
  element.addEventListener('pointercancel', (at) => isSame(at) && end(true), { signal });
  if (ended === undefined) return;
  const hearKey = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape') return;
    // The dialog around it stays open.
    key.preventDefault();
    key.stopPropagation();
    end(true);
  };
  window.addEventListener('keydown', hearKey, { signal, capture: true });
}
