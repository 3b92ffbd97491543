import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { clamp } from './strip.ts';

/** How often levels are evened out between their neighbours, and how far beyond their mean, so that few rounds do. */
const [ROUNDS, BEYOND] = [5, 1.4];
/** Levels of grain at most, and the share of the grain around that is put on. */
const [MOST_GRAIN, GRAIN_SHARE] = [8, 0.7];

/**
 * Fills cells from their edge inwards with what is around them, then evens out what met in the middle. Light begins as
 * coarse as colours are, and gets finer as it is evened out.
 * @param hole cells to be filled: 1
 */
export function interpolate(planes: Planes, hole: Uint8Array): void {
  const { width, height, light, blue, red } = planes;
  const half = width / 2;
  const cells = placesOf(hole);
  if (cells.length === 0) return;
  for (const plane of [blue, red]) {
    const levels = new Float32Array(plane);
    fillLevels(levels, half, height / 2, hole.slice(), cells);
    store(levels, half, cells, plane);
  }
  const coarse = coarseOf(light, width, height);
  fillLevels(coarse, half, height / 2, hole.slice(), cells);
  const levels = new Float32Array(light);
  const pixels = new Int32Array(4 * cells.length);
  for (let number = 0; number < cells.length; number++) {
    const cell = cells[number] ?? 0;
    const row = (cell / half) | 0;
    const at = 2 * row * width + 2 * (cell - row * half);
    const level = coarse[cell] ?? 0;
    levels[at] = levels[at + 1] = levels[at + width] = levels[at + width + 1] = level;
    pixels[4 * number] = at;
    pixels[4 * number + 1] = at + 1;
    pixels[4 * number + 2] = at + width;
    pixels[4 * number + 3] = at + width + 1;
  }
  store(levels, width, pixels, light);
}

/** The mean light of each cell. */
function coarseOf(light: Uint8Array, width: number, height: number): Float32Array {
  const coarse = new Float32Array((width * height) / 4);
  let cell = 0;
  for (let y = 0; y < height; y += 2) {
    for (let at = y * width; at < (y + 1) * width; at += 2) {
      const sum = (light[at] ?? 0) + (light[at + 1] ?? 0) + (light[at + width] ?? 0) + (light[at + width + 1] ?? 0);
      coarse[cell++] = sum * 0.25;
    }
  }
  return coarse;
}

/** Puts levels into a plane, evened out. */
function store(levels: Float32Array, width: number, places: Int32Array, plane: Uint8Array): void {
  evenOut(levels, width, places);
  for (const at of places) plane[at] = clamp(Math.round(levels[at] ?? 0), 0, 255);
}

function placesOf(mask: Uint8Array): Int32Array {
  const places = new Int32Array(mask.length);
  let count = 0;
  // Many of them are beside each other: to look for each would take longer.
  for (let at = 0; at < mask.length; at++) if (mask[at] === 1) places[count++] = at;
  return places.slice(0, count);
}

/** Rows and columns to the levels around one that are looked at, and how much each counts. */
const AROUND = [-2, -1, 0, 1, 2].flatMap((down) =>
  [-2, -1, 0, 1, 2].flatMap((across) =>
    across === 0 && down === 0 ? [] : [{ across, down, weight: 1 / (across ** 2 + down ** 2) }],
  ),
);
const WEIGHTS = Float64Array.from(AROUND, ({ weight }) => weight);

/** Fills places from their edge inwards. @param isHole is used up */
function fillLevels(levels: Float32Array, width: number, height: number, isHole: Uint8Array, places: Int32Array): void {
  const offsets = Int32Array.from(AROUND, ({ across, down }) => down * width + across);
  // Ring after ring from the edge inwards, one behind the other.
  const rings = new Int32Array(places.length);
  const found = new Float32Array(places.length);
  const isQueued = new Uint8Array(levels.length);
  let count = 0;
  for (const at of places) {
    if (!touchesKnown(isHole, width, height, at)) continue;
    isQueued[at] = 1;
    rings[count++] = at;
  }
  // In the loops below nothing is put into arrays or objects: they have too many turns.
  for (let start = 0; start < count;) {
    const end = count;
    for (let number = start; number < end; number++) {
      const at = rings[number] ?? 0;
      const y = (at / width) | 0;
      const x = at - y * width;
      const isInner = x > 1 && x < width - 2 && y > 1 && y < height - 2;
      found[number] = isInner
        ? meanAround(isHole, at, levels, offsets)
        : meanAtEdge(isHole, { x, y, width, height }, levels);
    }
    for (let number = start; number < end; number++) {
      const at = rings[number] ?? 0;
      levels[at] = found[number] ?? 0;
      isHole[at] = 0;
    }
    for (let number = start; number < end; number++) {
      const at = rings[number] ?? 0;
      const x = at % width;
      for (let side = 0; side < 4; side++) {
        const other = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - width : at + width;
        const isOutside = (side === 0 && x === 0) || (side === 1 && x === width - 1);
        if (isOutside || other < 0 || other >= levels.length || isHole[other] === 0 || isQueued[other] === 1) continue;
        isQueued[other] = 1;
        rings[count++] = other;
      }
    }
    start = end;
  }
}

/** Evens levels out between those beside them, above and below. */
function evenOut(levels: Float32Array, width: number, pixels: Int32Array): void {
  const below = levels.length - width;
  const isInner = pixels.map((at) => (at % width > 0 && at % width < width - 1 && at >= width && at < below ? 1 : 0));
  // In the loop nothing is put into arrays or objects: it has too many turns.
  for (let round = 0; round < ROUNDS; round++) {
    for (let number = 0; number < pixels.length; number++) {
      const at = pixels[number] ?? 0;
      const mean =
        isInner[number] === 1
          ? ((levels[at - 1] ?? 0) + (levels[at + 1] ?? 0) + (levels[at - width] ?? 0) + (levels[at + width] ?? 0)) *
            0.25
          : meanBeside(levels, width, at);
      const level = levels[at] ?? 0;
      levels[at] = level + BEYOND * (mean - level);
    }
  }
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

/** The mean of what is known around, nearer levels counting for more. @param offsets of places around one */
function meanAround(isHole: Uint8Array, at: number, levels: Float32Array, offsets: Int32Array): number {
  let sum = 0;
  let weights = 0;
  for (let number = 0; number < offsets.length; number++) {
    const other = at + (offsets[number] ?? 0);
    if (isHole[other] === 1) continue;
    const weight = WEIGHTS[number] ?? 0;
    sum += weight * (levels[other] ?? 0);
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

/** The same near the edge of the picture, beyond which nothing is known. */
function meanAtEdge(
  isHole: Uint8Array,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  levels: Float32Array,
): number {
  let sum = 0;
  let weights = 0;
  for (const { across, down, weight } of AROUND) {
    const [column, row] = [x + across, y + down];
    const other = row * width + column;
    if (column < 0 || row < 0 || column >= width || row >= height || isHole[other] === 1) continue;
    sum += weight * (levels[other] ?? 0);
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}

/**
 * How strong the grain of a picture is, in levels: from how far pixels are from the mean of their neighbours where that
 * is least.
 * @param blocked cells that are not looked at
 */
export function grainOf({ width, height, light }: Planes, blocked: Uint8Array): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = 0; y < height; y += 2) {
    for (let x = 2; x < width - 2; x += 2) {
      if (blocked[(y >> 1) * (width / 2) + (x >> 1)] === 1) continue;
      const at = y * width + x;
      const off = Math.abs(2 * (light[at] ?? 0) - (light[at - 1] ?? 0) - (light[at + 1] ?? 0));
      counts[Math.min(255, off)] = (counts[Math.min(255, off)] ?? 0) + 1;
      total++;
    }
  }
  let [seen, level] = [0, 0];
  for (; level < 255 && seen + (counts[level] ?? 0) < total / 4; level++) seen += counts[level] ?? 0;
  // A quarter of normal values lies within 0.319 deviations, and this is of three pixels.
  return Math.min(MOST_GRAIN, level / 0.319 / Math.sqrt(6));
}

/** Puts grain on cells, the same whenever the same frame is filled. @param seed the frame's number */
export function addGrain({ width, light }: Planes, cells: Uint8Array, strength: number, seed: number): void {
  const deviation = strength * GRAIN_SHARE;
  if (deviation < 0.3) return;
  const half = width / 2;
  for (const cell of placesOf(cells)) {
    const start = 2 * Math.floor(cell / half) * width + 2 * (cell % half);
    for (const at of [start, start + 1, start + width, start + width + 1]) {
      light[at] = clamp(Math.round((light[at] ?? 0) + deviation * noiseAt(at, seed)), 0, 255);
    }
  }
}

/** A value with the mean 0 and the deviation 1, nearly a normal one. */
function noiseAt(at: number, seed: number): number {
  let bits = Math.imul(at ^ Math.imul(seed + 1, 0x9e3779b1), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  bits ^= bits >>> 16;
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / 147.8;
}
