import { humanDrag } from '#tests/fixtures/captcha/human-drag.ts';

/** A drag to a place in the picture, as a hand makes it. */
export function handTrail(x: number): { x: number; y: number; t: number }[] {
  return humanDrag(x);
}
