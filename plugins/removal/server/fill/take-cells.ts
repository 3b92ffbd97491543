import type { Planes } from '#core/server/services/media/cut/planes.ts';

import type { Motion } from './motion.ts';
import { clamp } from './strip.ts';

/** Takes cells from other planes, that show them at a shift, as sharp as they are there. */
export function takeCells(from: Planes, motion: Motion, to: Planes, cells: Int32Array): void {
  const isWhole = Number.isInteger(motion.x) && Number.isInteger(motion.y);
  if (isWhole) takeLight(from, motion, to, cells);
  else takeSharpLight(from, motion, to, cells);
  const half = to.width / 2;
  takeColour(from.blue, half, motion, to.blue, cells);
  takeColour(from.red, half, motion, to.red, cells);
}

const levelOf = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0);

function takeLight({ light }: Planes, { x, y, brighter }: Motion, to: Planes, cells: Int32Array): void {
  const { width } = to;
  const half = width / 2;
  const less = Math.round(brighter);
  const shift = (y * width + x) | 0;
  for (let number = 0; number < cells.length; number++) {
    const cell = cells[number] ?? 0;
    const row = (cell / half) | 0;
    const place = (2 * row * width + 2 * (cell - row * half)) | 0;
    const at = (place + shift) | 0;
    to.light[place] = levelOf((light[at] ?? 0) - less);
    to.light[place + 1] = levelOf((light[at + 1] ?? 0) - less);
    to.light[place + width] = levelOf((light[at + width] ?? 0) - less);
    to.light[place + width + 1] = levelOf((light[at + width + 1] ?? 0) - less);
  }
}

/** Weights of four pixels in a row for a level between the middle two, that keep a picture sharp. */
function sharpWeights(u: number): [number, number, number, number] {
  return [
    ((-u + 2) * u - 1) * u * 0.5,
    ((3 * u - 5) * u * u + 2) * 0.5,
    ((-3 * u + 4) * u + 1) * u * 0.5,
    (u - 1) * u * u * 0.5,
  ];
}

function takeSharpLight(from: Planes, { x, y, brighter }: Motion, to: Planes, cells: Int32Array): void {
  const { width, height } = to;
  const half = width / 2;
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)];
  const [a, b, c, d] = sharpWeights(x - wholeX);
  const down = sharpWeights(y - wholeY);
  // Each of five rows serves the upper pixels, the lower ones, or both.
  const [upperWeights, lowerWeights] = [Float64Array.of(...down, 0), Float64Array.of(0, ...down)];
  const edge = new Uint8Array(25);
  for (let number = 0; number < cells.length; number++) {
    const cell = cells[number] ?? 0;
    const row = (cell / half) | 0;
    const place = (2 * row * width + 2 * (cell - row * half)) | 0;
    const left = (2 * (cell - row * half) + wholeX - 1) | 0;
    const top = (2 * row + wholeY - 1) | 0;
    const isInner = left >= 0 && left + 4 < width && top >= 0 && top + 4 < height;
    if (!isInner) copyAround(from, left, top, edge);
    const light = isInner ? from.light : edge;
    const stride = isInner ? width : 5;
    let start = isInner ? (top * width + left) | 0 : 0;
    let upper = -brighter;
    let upperNext = -brighter;
    let lower = -brighter;
    let lowerNext = -brighter;
    for (let line = 0; line < 5; line++) {
      const q = light[start + 1] ?? 0;
      const r = light[start + 2] ?? 0;
      const s = light[start + 3] ?? 0;
      const one = a * (light[start] ?? 0) + b * q + c * r + d * s;
      const other = a * q + b * r + c * s + d * (light[start + 4] ?? 0);
      const ofUpper = upperWeights[line] ?? 0;
      const ofLower = lowerWeights[line] ?? 0;
      upper += ofUpper * one;
      upperNext += ofUpper * other;
      lower += ofLower * one;
      lowerNext += ofLower * other;
      start = (start + stride) | 0;
    }
    to.light[place] = levelOf(upper);
    to.light[place + 1] = levelOf(upperNext);
    to.light[place + width] = levelOf(lower);
    to.light[place + width + 1] = levelOf(lowerNext);
  }
}

/** Five by five pixels, of which those at the edge of the picture stand for what lies beyond it. */
function copyAround({ width, height, light }: Planes, left: number, top: number, to: Uint8Array): void {
  for (let row = 0; row < 5; row++) {
    const line = clamp(top + row, 0, height - 1) * width;
    for (let column = 0; column < 5; column++) {
      to[5 * row + column] = light[line + clamp(left + column, 0, width - 1)] ?? 0;
    }
  }
}

/** Takes one of the colours, evenly from one cell to the next. @param half cells in a row */
function takeColour(from: Uint8Array, half: number, { x, y }: Motion, to: Uint8Array, cells: Int32Array): void {
  const [wholeX, wholeY] = [Math.floor(x / 2), Math.floor(y / 2)];
  const [u, v] = [x / 2 - wholeX, y / 2 - wholeY];
  const [a, b, c, d] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v];
  // What counts for nothing may lie outside of the picture.
  const [right, below] = [u === 0 ? 0 : 1, v === 0 ? 0 : half];
  const shift = (wholeY * half + wholeX) | 0;
  for (let number = 0; number < cells.length; number++) {
    const cell = cells[number] ?? 0;
    const at = (cell + shift) | 0;
    const under = (at + below) | 0;
    to[cell] =
      (a * (from[at] ?? 0) +
        b * (from[at + right] ?? 0) +
        c * (from[under] ?? 0) +
        d * (from[under + right] ?? 0) +
        0.5) |
      0;
  }
}
