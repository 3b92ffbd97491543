import { Bytes, Ints, takeBytes } from './memory.ts';
import { across, clamp, height, levelOf, Motion, Planes, round, width } from './strip.ts';

/** Takes cells from other planes, that show them at a shift, as sharp as they are there. */
export function takeCells(from: Planes, motion: Motion, to: Planes, cells: Ints, count: i32): void {
  if (motion.x === Math.floor(motion.x) && motion.y === Math.floor(motion.y)) {
    takeLight(from.light, motion, to.light, cells, count);
  } else takeSharpLight(from.light, motion, to.light, cells, count);
  takeColour(from.blue, motion, to.blue, cells, count);
  takeColour(from.red, motion, to.red, cells, count);
}

function levelWithin(value: i32): i32 {
  return clamp(value, 0, 255);
}

function takeLight(from: Bytes, motion: Motion, to: Bytes, cells: Ints, count: i32): void {
  const less = round(motion.brighter);
  const shift = <i32>motion.y * width + <i32>motion.x;
  for (let number = 0; number < count; number++) {
    const cell = cells[number];
    const row = cell / across;
    const place = 2 * row * width + 2 * (cell - row * across);
    const at = place + shift;
    to[place] = levelWithin(from[at] - less);
    to[place + 1] = levelWithin(from[at + 1] - less);
    to[place + width] = levelWithin(from[at + width] - less);
    to[place + width + 1] = levelWithin(from[at + width + 1] - less);
  }
}

/** Weights of four pixels in a row for a level between the middle two, that keep a picture sharp. */
function weightBefore(u: f64): f64 {
  return ((-u + 2) * u - 1) * u * 0.5;
}
function weightLeft(u: f64): f64 {
  return ((3 * u - 5) * u * u + 2) * 0.5;
}
function weightRight(u: f64): f64 {
  return ((-3 * u + 4) * u + 1) * u * 0.5;
}
function weightBehind(u: f64): f64 {
  return (u - 1) * u * u * 0.5;
}

function takeSharpLight(from: Bytes, motion: Motion, to: Bytes, cells: Ints, count: i32): void {
  const wholeX = <i32>Math.floor(motion.x);
  const wholeY = <i32>Math.floor(motion.y);
  const u = motion.x - wholeX;
  const v = motion.y - wholeY;
  const brighter = motion.brighter;
  const a = weightBefore(u);
  const b = weightLeft(u);
  const c = weightRight(u);
  const d = weightBehind(u);
  const first = weightBefore(v);
  const second = weightLeft(v);
  const third = weightRight(v);
  const fourth = weightBehind(v);
  const edge = takeBytes(25);
  for (let number = 0; number < count; number++) {
    const cell = cells[number];
    const row = cell / across;
    const place = 2 * row * width + 2 * (cell - row * across);
    const left = 2 * (cell - row * across) + wholeX - 1;
    const top = 2 * row + wholeY - 1;
    const isInner = left >= 0 && left + 4 < width && top >= 0 && top + 4 < height;
    if (!isInner) copyAround(from, left, top, edge);
    const light = isInner ? from : edge;
    const stride = isInner ? width : 5;
    let start = isInner ? top * width + left : 0;
    let upper = -brighter;
    let upperNext = -brighter;
    let lower = -brighter;
    let lowerNext = -brighter;
    for (let line = 0; line < 5; line++) {
      const q: f64 = light[start + 1];
      const r: f64 = light[start + 2];
      const s: f64 = light[start + 3];
      const one = a * light[start] + b * q + c * r + d * s;
      const other = a * q + b * r + c * s + d * light[start + 4];
      // Each of five rows serves the upper pixels, the lower ones, or both.
      if (line < 4) {
        const weight = line === 0 ? first : line === 1 ? second : line === 2 ? third : fourth;
        upper += weight * one;
        upperNext += weight * other;
      }
      if (line > 0) {
        const weight = line === 1 ? first : line === 2 ? second : line === 3 ? third : fourth;
        lower += weight * one;
        lowerNext += weight * other;
      }
      start += stride;
    }
    to[place] = levelOf(upper);
    to[place + 1] = levelOf(upperNext);
    to[place + width] = levelOf(lower);
    to[place + width + 1] = levelOf(lowerNext);
  }
}

/** Five by five pixels, of which those at the edge of the picture stand for what lies beyond it. */
function copyAround(from: Bytes, left: i32, top: i32, to: Bytes): void {
  for (let row = 0; row < 5; row++) {
    const line = clamp(top + row, 0, height - 1) * width;
    for (let column = 0; column < 5; column++) to[5 * row + column] = from[line + clamp(left + column, 0, width - 1)];
  }
}

/** Takes one of the colours, evenly from one cell to the next. */
function takeColour(from: Bytes, motion: Motion, to: Bytes, cells: Ints, count: i32): void {
  const wholeX = <i32>Math.floor(motion.x / 2);
  const wholeY = <i32>Math.floor(motion.y / 2);
  const u = motion.x / 2 - wholeX;
  const v = motion.y / 2 - wholeY;
  const a = (1 - u) * (1 - v);
  const b = u * (1 - v);
  const c = (1 - u) * v;
  const d = u * v;
  // What counts for nothing may lie outside of the picture.
  const right = u === 0 ? 0 : 1;
  const below = v === 0 ? 0 : across;
  const shift = wholeY * across + wholeX;
  for (let number = 0; number < count; number++) {
    const cell = cells[number];
    const at = cell + shift;
    const under = at + below;
    to[cell] = <i32>(a * from[at] + b * from[at + right] + c * from[under] + d * from[under + right] + 0.5);
  }
}
