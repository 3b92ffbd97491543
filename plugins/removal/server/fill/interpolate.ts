import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { clamp } from './strip.ts';

/** How often levels are evened out between their neighbours, and how far beyond their mean, so that few rounds do. */
const [ROUNDS, BEYOND] = [5, 1.4];

/** Cells to each side that one is filled from. */
const REACH = 2;

/** A part of a plane, in its own pixels. */
interface Part {
  left: number;
  top: number;
  across: number;
  down: number;
}

/** Levels of cells of a part. */
interface Coarse {
  light: Float32Array;
  blue: Float32Array;
  red: Float32Array;
}

/**
 * Fills cells from their edge inwards with what is around them, then evens out what met in the middle. Light begins as
 * coarse as colours are, and gets finer as it is evened out.
 * @param hole cells to be filled: 1
 */
export function interpolate(planes: Planes, hole: Uint8Array): void {
  const { width, height } = planes;
  const half = width / 2;
  const part = partAround(hole, half, height / 2);
  if (part === null) return;
  const { across } = part;
  const fine = { left: 2 * part.left, top: 2 * part.top, across: 2 * across, down: 2 * part.down };
  const light = levelsIn(planes.light, width, fine);
  const coarse = {
    ...{ light: coarseOf(light, 2 * across), blue: levelsIn(planes.blue, half, part) },
    red: levelsIn(planes.red, half, part),
  };
  const isHole = Uint8Array.from(levelsIn(hole, half, part));
  const cells = placesOf(isHole);
  fillLevels(coarse, isHole, part, cells);
  store(coarse.blue, part, cells, planes.blue, half);
  store(coarse.red, part, cells, planes.red, half);
  const pixels = new Int32Array(4 * cells.length);
  for (let number = 0; number < cells.length; number++) {
    const cell = cells[number] ?? 0;
    const row = (cell / across) | 0;
    const at = 4 * row * across + 2 * (cell - row * across);
    const below = at + 2 * across;
    light[at] = light[at + 1] = light[below] = light[below + 1] = coarse.light[cell] ?? 0;
    pixels[4 * number] = at;
    pixels[4 * number + 1] = at + 1;
    pixels[4 * number + 2] = below;
    pixels[4 * number + 3] = below + 1;
  }
  store(light, fine, pixels, planes.light, width);
}

/** The part of a picture that all set cells lie in, with those around them; null where none is set. */
function partAround(cells: Uint8Array, width: number, height: number): Part | null {
  const [first, last] = [cells.indexOf(1), cells.lastIndexOf(1)];
  if (first < 0) return null;
  const top = Math.max(0, Math.floor(first / width) - REACH);
  const bottom = Math.min(height, Math.floor(last / width) + 1 + REACH);
  let [left, right] = [width, 0];
  for (let row = top; row < bottom; row++) {
    const line = cells.subarray(row * width, (row + 1) * width);
    const from = line.indexOf(1);
    if (from < 0) continue;
    left = Math.min(left, from);
    right = Math.max(right, line.lastIndexOf(1) + 1);
  }
  left = Math.max(0, left - REACH);
  return { left, top, across: Math.min(width, right + REACH) - left, down: bottom - top };
}

function levelsIn(plane: Uint8Array, width: number, { left, top, across, down }: Part): Float32Array {
  const levels = new Float32Array(across * down);
  for (let row = 0; row < down; row++) {
    const from = (top + row) * width + left;
    levels.set(plane.subarray(from, from + across), row * across);
  }
  return levels;
}

/** The mean light of each cell. */
function coarseOf(light: Float32Array, width: number): Float32Array {
  const coarse = new Float32Array(light.length / 4);
  let cell = 0;
  for (let line = 0; line < light.length; line += 2 * width) {
    for (let at = line; at < line + width; at += 2) {
      const sum = (light[at] ?? 0) + (light[at + 1] ?? 0) + (light[at + width] ?? 0) + (light[at + width + 1] ?? 0);
      coarse[cell++] = sum * 0.25;
    }
  }
  return coarse;
}

/** Puts levels of a part into a plane, evened out. */
function store(levels: Float32Array, part: Part, places: Int32Array, plane: Uint8Array, width: number): void {
  evenOut(levels, part.across, places);
  for (let number = 0; number < places.length; number++) {
    const at = places[number] ?? 0;
    const row = (at / part.across) | 0;
    const to = (part.top + row) * width + part.left + at - row * part.across;
    plane[to] = clamp(Math.round(levels[at] ?? 0), 0, 255);
  }
}

function placesOf(mask: Uint8Array): Int32Array {
  const places = new Int32Array(mask.length);
  let count = 0;
  // Many of them are beside each other: to look for each would take longer.
  for (let at = 0; at < mask.length; at++) if (mask[at] === 1) places[count++] = at;
  return places.slice(0, count);
}

/** A cell that another one is filled from: where it is from there, and how much it counts, nearer ones for more. */
interface Near {
  across: number;
  down: number;
  weight: number;
}

const NEAR = [-2, -1, 0, 1, 2].flatMap((down) =>
  [-2, -1, 0, 1, 2].flatMap((across): Near[] =>
    across === 0 && down === 0 ? [] : [{ across, down, weight: 1 / (across ** 2 + down ** 2) }],
  ),
);

/** The same as two lists, for pictures of a width. */
interface Around {
  offsets: Int32Array;
  weights: Float64Array;
}

const aroundOf = (near: readonly Near[], width: number): Around => ({
  offsets: Int32Array.from(near, ({ across, down }) => down * width + across),
  weights: Float64Array.from(near, ({ weight }) => weight),
});

/** Fills places from their edge inwards. @param isHole is used up */
function fillLevels(levels: Coarse, isHole: Uint8Array, { across, down }: Part, places: Int32Array): void {
  const all = aroundOf(NEAR, across);
  // Ring after ring from the edge inwards, one behind the other.
  const rings = new Int32Array(places.length);
  const isQueued = new Uint8Array(isHole.length);
  let count = 0;
  for (const at of places) {
    if (!touchesKnown(isHole, across, down, at)) continue;
    isQueued[at] = 1;
    rings[count++] = at;
  }
  for (let start = 0; start < count;) {
    const end = count;
    for (let number = start; number < end; number++) {
      const at = rings[number] ?? 0;
      const y = (at / across) | 0;
      const x = at - y * across;
      const isInner = x >= REACH && x < across - REACH && y >= REACH && y < down - REACH;
      fillCell(levels, isHole, at, isInner ? all : aroundAtEdge(x, y, across, down));
    }
    for (let number = start; number < end; number++) isHole[rings[number] ?? 0] = 0;
    for (let number = start; number < end; number++) {
      const at = rings[number] ?? 0;
      const x = at % across;
      for (let side = 0; side < 4; side++) {
        const other = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - across : at + across;
        const isOutside = (side === 0 && x === 0) || (side === 1 && x === across - 1);
        if (isOutside || other < 0 || other >= isHole.length || isHole[other] === 0 || isQueued[other] === 1) continue;
        isQueued[other] = 1;
        rings[count++] = other;
      }
    }
    start = end;
  }
}

/** Near the edge of the picture, beyond which nothing is known. */
function aroundAtEdge(x: number, y: number, width: number, height: number): Around {
  const isWithin = (near: Near) =>
    x + near.across >= 0 && x + near.across < width && y + near.down >= 0 && y + near.down < height;
  return aroundOf(NEAR.filter(isWithin), width);
}

/** Gives a cell the mean of what is known around it. */
function fillCell({ light, blue, red }: Coarse, isHole: Uint8Array, at: number, { offsets, weights }: Around): void {
  // In the loop nothing is put into arrays or objects: it has too many turns.
  let lights = 0;
  let blues = 0;
  let reds = 0;
  let sum = 0;
  for (let number = 0; number < offsets.length; number++) {
    const other = at + (offsets[number] ?? 0);
    if (isHole[other] === 1) continue;
    const weight = weights[number] ?? 0;
    lights += weight * (light[other] ?? 0);
    blues += weight * (blue[other] ?? 0);
    reds += weight * (red[other] ?? 0);
    sum += weight;
  }
  light[at] = sum === 0 ? 0 : lights / sum;
  blue[at] = sum === 0 ? 0 : blues / sum;
  red[at] = sum === 0 ? 0 : reds / sum;
}

/** Evens levels out between those beside them, above and below. */
function evenOut(levels: Float32Array, width: number, pixels: Int32Array): void {
  const isEdge = edgesAmong(pixels, width, levels.length - width);
  const [beside, own] = [BEYOND / 4, 1 - BEYOND];
  // In the loop nothing is put into arrays or objects: it has too many turns.
  for (let round = 0; round < ROUNDS; round++) {
    for (let number = 0; number < pixels.length; number++) {
      const at = pixels[number] ?? 0;
      const level = own * (levels[at] ?? 0);
      if (isEdge !== null && isEdge[number] === 1) {
        levels[at] = level + BEYOND * meanBeside(levels, width, at);
        continue;
      }
      // The one on the left was mostly written just now: it is waited for only when all else is done.
      const rest = level + beside * ((levels[at + 1] ?? 0) + (levels[at - width] ?? 0) + (levels[at + width] ?? 0));
      levels[at] = rest + beside * (levels[at - 1] ?? 0);
    }
  }
}

/** Which pixels are at the edge of a picture: 1; null where none is, as mostly. @param below where its last row begins */
function edgesAmong(pixels: Int32Array, width: number, below: number): Uint8Array | null {
  let edges: Uint8Array | null = null;
  for (let number = 0; number < pixels.length; number++) {
    const at = pixels[number] ?? 0;
    const x = at - ((at / width) | 0) * width;
    if (x > 0 && x < width - 1 && at >= width && at < below) continue;
    edges ??= new Uint8Array(pixels.length);
    edges[number] = 1;
  }
  return edges;
}

/** The mean of the levels beside one, above and below, of which one or two lie outside of the picture. */
function meanBeside(levels: Float32Array, width: number, at: number): number {
  const x = at % width;
  const beside = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
  const known = beside.filter((other) => other >= 0 && other < levels.length);
  return known.reduce((sum, other) => sum + (levels[other] ?? 0), 0) / known.length;
}

function touchesKnown(isHole: Uint8Array, width: number, height: number, at: number): boolean {
  const y = (at / width) | 0;
  const x = at - y * width;
  return (
    (x > 0 && isHole[at - 1] === 0) ||
    (x < width - 1 && isHole[at + 1] === 0) ||
    (y > 0 && isHole[at - width] === 0) ||
    (y < height - 1 && isHole[at + width] === 0)
  );
}
