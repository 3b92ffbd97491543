import { useEffect, useRef } from 'react';

import type { Transition } from '#plugins/mixing/transitions.ts';

import { drawTransition } from '../../preview/draw-transition.ts';

const WIDTH = 72;
const HEIGHT = 48;
const SECONDS = 1.4;
/** The moment of the still picture: in the middle some transitions are all black. */
const RESTING = 0.4;

let ends: { from: OffscreenCanvas; to: OffscreenCanvas } | null = null;

/** Two clearly different pictures: water with a ship, and a lit quay. */
function endPictures(): { from: OffscreenCanvas; to: OffscreenCanvas } | null {
  if (typeof OffscreenCanvas !== 'function') return null;
  const draw = (ground: string, front: string, isRound: boolean): OffscreenCanvas => {
    const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
    // Some transitions read them.
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (pen !== null) {
      pen.fillStyle = ground;
      pen.fillRect(0, 0, WIDTH, HEIGHT);
      pen.fillStyle = front;
      pen.beginPath();
      if (isRound) pen.arc(WIDTH * 0.64, HEIGHT * 0.42, 12, 0, 2 * Math.PI);
      else pen.rect(14, 20, 30, 16);
      pen.fill();
    }
    return canvas;
  };
  ends ??= { from: draw('#2f5d7c', '#dfe9f1', false), to: draw('#c9662b', '#ffe0b8', true) };
  return ends;
}

/** A transition as a small picture; under the pointer or the focus it moves. Null is a hard cut. */
export function TransitionPicture({ kind }: { kind: Transition | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d') ?? null;
    const pictures = endPictures();
    const option = canvas.current?.closest('label') ?? null;
    if (pen === null || pictures === null || option === null) return undefined;
    const draw = (part: number): void => {
      if (kind !== null) drawTransition(pen, kind, pictures.from, pictures.to, part);
      else if (part === RESTING) {
        // A cut has no middle, so both pictures are shown side by side.
        pen.drawImage(pictures.from, 0, 0);
        pen.drawImage(pictures.to, WIDTH / 2, 0, WIDTH / 2, HEIGHT, WIDTH / 2, 0, WIDTH / 2, HEIGHT);
      } else pen.drawImage(part < 0.5 ? pictures.from : pictures.to, 0, 0);
    };
    draw(RESTING);
    let frame = 0;
    const start = (): void => {
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      const begun = performance.now();
      cancelAnimationFrame(frame);
      const step = (now: number): void => {
        // It rests for a moment at each end.
        const part = (((now - begun) / 1000 / SECONDS) % 1) * 1.5 - 0.25;
        draw(Math.max(0, Math.min(1, part)));
        frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    };
    const stop = (): void => {
      cancelAnimationFrame(frame);
      draw(RESTING);
    };
    const listeners = [
      ['pointerenter', start],
      ['focusin', start],
      ['pointerleave', stop],
      ['focusout', stop],
    ] as const;
    for (const [type, hear] of listeners) option.addEventListener(type, hear);
    return () => {
      cancelAnimationFrame(frame);
      for (const [type, hear] of listeners) option.removeEventListener(type, hear);
    };
  }, [kind]);
  return <canvas ref={canvas} width={WIDTH} height={HEIGHT} aria-hidden="true" />;
}
