import { bitCount } from '#core/server/services/media/footage/prepared-views.ts';

/** Items by which two sounds may be shifted against each other, about an eighth of a second each. */
const MAX_SHIFT = 2;

/** The shift is found on every so manieth item; a sound this short is looked at whole. */
const STRIDE = 8;
const SHORT = 64;

/** Likeness of two chromaprints: the share of equal bits at the best small shift; 0.5 is unrelated, 1 the same. */
export function audioSimilarity(a: Uint32Array, b: Uint32Array): number {
  const stride = Math.min(a.length, b.length) <= SHORT ? 1 : STRIDE;
  let best = 0;
  let shift = 0;
  for (const candidate of shifts()) {
    const likeness = likenessAt(a, b, candidate, stride);
    if (likeness > best) {
      [best, shift] = [likeness, candidate];
    }
  }
  return stride === 1 ? best : likenessAt(a, b, shift, 1);
}

/** 0 first: sounds of one batch are mostly not shifted at all. */
function shifts(): number[] {
  return Array.from({ length: 2 * MAX_SHIFT + 1 }, (_, at) => (at % 2 === 0 ? 1 : -1) * Math.ceil(at / 2));
}

function likenessAt(a: Uint32Array, b: Uint32Array, shift: number, stride: number): number {
  const from = Math.max(0, shift);
  const to = Math.min(a.length, b.length + shift);
  let different = 0;
  let items = 0;
  for (let index = from; index < to; index += stride) {
    different += bitCount((a[index] as number) ^ (b[index - shift] as number)); // both are within their lists
    items++;
  }
  return items === 0 ? 0 : 1 - different / (items * 32);
}
