import { useEffect, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';

import { touchedBy, type Band, type GridShape } from './grid-shape.ts';

/** What a drawn band acts on. */
export interface BandTarget {
  shape: GridShape;
  count: number;
  /** Pixels above the first row. */
  head: number;
  /** What was chosen before that stays, when shift or ctrl is held. */
  begin(keeps: boolean): void;
  touch(indexes: readonly number[]): void;
  /** Pressed beside everything, without drawing. */
  pressNothing(): void;
}

/** Movements below are a trembling hand. */
const MIN = 5;
const EDGE = 48;
const SPEED = 18;

interface Drawing {
  startX: number;
  startY: number;
  x: number;
  y: number;
  isOnNothing: boolean;
  keeps: boolean;
  hasBegun: boolean;
}

/**
 * Chooses by a band that is drawn with the mouse: from beside the materials, from a tick, or anywhere with shift.
 * @returns the handler of the scroller, and whether a press or drag now belongs to a band
 */
export function useBand(
  scroller: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLElement | null>,
  target: BandTarget,
) {
  const current = useRef(target);
  current.current = target;
  const drawing = useRef<Drawing | null>(null);
  const isSpent = useRef(false);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  function down(event: ReactPointerEvent<HTMLElement>): void {
    isSpent.current = false;
    const element = scroller.current;
    if (element === null || event.button !== 0 || event.pointerType !== 'mouse' || !(event.target instanceof Element)) {
      return;
    }
    // On the scroll bar.
    if (event.nativeEvent.offsetX > element.clientWidth && event.target === element) return;
    const isOnNothing = event.target.closest('[data-id], button, a, input, [role="columnheader"]') === null;
    const isOnTick = event.target.closest('[data-tick]') !== null;
    if (!isOnNothing && !isOnTick && !event.shiftKey) return;
    const { x, y } = pointIn(element, event.clientX, event.clientY);
    drawing.current = {
      ...{ startX: x, startY: y, x: event.clientX, y: event.clientY, isOnNothing, hasBegun: false },
      keeps: event.shiftKey || event.ctrlKey || event.metaKey || isOnTick,
    };
    const move = (moved: PointerEvent): void => {
      if (drawing.current === null) return;
      drawing.current.x = moved.clientX;
      drawing.current.y = moved.clientY;
      draw();
    };
    const up = (): void => finish(true);
    const cancel = (): void => finish(false);
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    let frameId = requestAnimationFrame(function scrollOn() {
      scrollAtEdges();
      frameId = requestAnimationFrame(scrollOn);
    });
    stop.current = () => {
      cancelAnimationFrame(frameId);
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      stop.current = () => undefined;
    };
  }

  function draw(): void {
    const [element, shown, now] = [scroller.current, frame.current, drawing.current];
    if (element === null || shown === null || now === null) return;
    const { x, y } = pointIn(element, now.x, now.y);
    if (!now.hasBegun) {
      if (Math.hypot(x - now.startX, y - now.startY) < MIN) return;
      now.hasBegun = true;
      isSpent.current = true;
      current.current.begin(now.keeps);
    }
    const band: Band = {
      left: Math.min(x, now.startX),
      top: Math.min(y, now.startY),
      right: Math.max(x, now.startX),
      bottom: Math.max(y, now.startY),
    };
    const { shape, head, count, touch } = current.current;
    Object.assign(shown.style, {
      display: 'block',
      transform: `translate(${band.left}px, ${band.top}px)`,
      width: `${band.right - band.left}px`,
      height: `${band.bottom - band.top}px`,
    });
    const inRows = {
      left: band.left - shape.edge,
      right: band.right - shape.edge,
      top: band.top - head,
      bottom: band.bottom - head,
    };
    touch(touchedBy(inRows, shape, count));
  }

  function scrollAtEdges(): void {
    const [element, now] = [scroller.current, drawing.current];
    if (element === null || now === null || !now.hasBegun) return;
    const { top, bottom } = element.getBoundingClientRect();
    const above = top + EDGE - now.y;
    const below = now.y - (bottom - EDGE);
    const by = above > 0 ? -above : below > 0 ? below : 0;
    if (by === 0) return;
    element.scrollTop += Math.sign(by) * Math.min(SPEED, Math.abs(by) / 3);
    draw();
  }

  function finish(isWhole: boolean): void {
    const now = drawing.current;
    drawing.current = null;
    stop.current();
    frame.current?.removeAttribute('style');
    if (isWhole && now !== null && !now.hasBegun && now.isOnNothing && !now.keeps) current.current.pressNothing();
  }

  return {
    down,
    /** The click that ends the selection band must not count as a click on the item below. */
    takeSpent(): boolean {
      const was = isSpent.current;
      isSpent.current = false;
      return was;
    },
    isDrawing: (): boolean => drawing.current !== null,
  };
}

/** A point of the window in the coordinates of what is scrolled. */
function pointIn(element: HTMLElement, x: number, y: number): { x: number; y: number } {
  const { left, top } = element.getBoundingClientRect();
  return { x: x - left, y: y - top + element.scrollTop };
}
