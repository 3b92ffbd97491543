import { useEffect, useRef, type RefObject } from 'react';

import { panView, timeAt, zoomView, type TimeView, type ViewLimits } from './time-scale.ts';

interface ViewGestures {
  view: TimeView;
  limits: ViewLimits;
  choose(view: TimeView): void;
  onSeek(seconds: number): void;
}

/** How far a wheel turns until what is seen is half as long. */
const WHEEL_OF_A_HALF = 300;

/** One pointer on a timeline seeks, two zoom and move it, and so does the wheel with Ctrl and with Shift. */
export function useViewGestures(place: RefObject<HTMLElement | null>, gestures: ViewGestures): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const over = new AbortController();
    const { signal } = over;
    const pointers = new Map<number, number>();
    let hasPinched = false;
    const share = (x: number): number => {
      const { left, width } = element.getBoundingClientRect();
      return width === 0 ? 0 : (x - left) / width;
    };
    const seek = (x: number): void => {
      const { view, limits, onSeek } = latest.current;
      onSeek(Math.max(0, Math.min(timeAt(view, share(x)), limits.duration)));
    };
    const isOwn = (event: PointerEvent): boolean =>
      event.target instanceof Element && event.target.closest('[role="slider"]:not([data-playhead]), button') === null;

    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0 || !isOwn(event)) return;
        element.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, event.clientX);
        if (pointers.size > 1) return;
        element.querySelector<HTMLElement>('[data-playhead]')?.focus({ preventScroll: true });
        event.preventDefault();
        seek(event.clientX);
      },
      { signal },
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        const before = pointers.get(event.pointerId);
        if (before === undefined) return;
        const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
        pointers.set(event.pointerId, event.clientX);
        if (other === undefined) {
          // The finger that is left of two seeks nothing.
          if (!hasPinched) seek(event.clientX);
          return;
        }
        hasPinched = true;
        const { view, limits, choose } = latest.current;
        const [apart, now] = [Math.abs(before - other), Math.abs(event.clientX - other)];
        const middle = (other + event.clientX) / 2;
        const zoomed = zoomView(view, Math.max(now, 8) / Math.max(apart, 8), share(middle), limits);
        const moved = panView(zoomed, share((before + other) / 2) - share(middle), limits);
        latest.current = { ...latest.current, view: moved };
        choose(moved);
      },
      { signal },
    );
    element.addEventListener(
      'pointerup',
      ({ pointerId, clientX }) => {
        // Of a finger the last movement may not have been told.
        if (pointers.delete(pointerId) && pointers.size === 0 && !hasPinched) seek(clientX);
        if (pointers.size === 0) hasPinched = false;
      },
      { signal },
    );
    element.addEventListener(
      'pointercancel',
      ({ pointerId }) => {
        pointers.delete(pointerId);
        if (pointers.size === 0) hasPinched = false;
      },
      { signal },
    );
    element.addEventListener(
      'wheel',
      (event) => {
        const { view, limits, choose } = latest.current;
        const isZoom = event.ctrlKey || event.metaKey;
        const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        // A page that is scrolled goes on scrolling.
        if (!isZoom && Math.abs(sideways) < Math.abs(event.shiftKey ? 0 : event.deltaY)) return;
        if (!isZoom && sideways === 0) return;
        event.preventDefault();
        const next = isZoom
          ? zoomView(view, 2 ** (-event.deltaY / WHEEL_OF_A_HALF), share(event.clientX), limits)
          : panView(view, sideways / Math.max(element.clientWidth, 1), limits);
        latest.current = { ...latest.current, view: next };
        choose(next);
      },
      { signal, passive: false },
    );
    return () => over.abort();
  }, [place]);
}
