import type { PointerEvent } from 'react';

/**
 * Takes a pointer that was pressed on an element, focuses the element, and tells every movement until it is let go.
 * @param moved gets how far it is from where it was pressed, in pixels
 */
export function followPointer(event: PointerEvent<HTMLElement>, moved: (way: { x: number; y: number }) => void): void {
  event.preventDefault();
  const { currentTarget, pointerId, clientX, clientY } = event;
  currentTarget.focus({ preventScroll: true });
  currentTarget.setPointerCapture(pointerId);
  const over = new AbortController();
  const { signal } = over;
  const follow = (at: globalThis.PointerEvent): void => moved({ x: at.clientX - clientX, y: at.clientY - clientY });
  currentTarget.addEventListener('pointermove', follow, { signal });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    currentTarget.addEventListener(end, () => over.abort(), { signal });
  }
}
