import type { Transition } from '#plugins/mixing/transitions.ts';

import { readsPictures } from './draw-transition.ts';
import { sized } from './pen.ts';

type Brush = OffscreenCanvasRenderingContext2D;

/**
 * Makes the two pictures that a transition is drawn between, again and again on the same canvases. What is read stays
 * where the processor has it; what is only drawn does not.
 */
export function createTransitionPictures(): (
  kind: Transition,
  width: number,
  height: number,
) => readonly [Brush, Brush] | null {
  const pairs = { drawn: createPair(), read: createPair() };
  return (kind, width, height) => {
    const willReadFrequently = readsPictures(kind);
    const [from, to] = pairs[willReadFrequently ? 'read' : 'drawn'];
    const one = sized(from, width, height, { willReadFrequently });
    const two = sized(to, width, height, { willReadFrequently });
    return one === null || two === null ? null : [one, two];
  };
}

function createPair(): readonly [OffscreenCanvas, OffscreenCanvas] {
  return [new OffscreenCanvas(1, 1), new OffscreenCanvas(1, 1)];
}
