import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { clamp } from './strip.ts';

/** How often levels are evened out between their neighbours. */
const ROUNDS = 12;
/** Levels of grain at most, and the share of the grain around that is put on. */
const [MOST_GRAIN, GRAIN_SHARE] = [8, 0.7];

/**
 * Fills cells from their edge inwards with what is around them, then evens out what met in the middle.
 * @param hole cells to be filled: 1
 */
export function interpolate(planes: Planes, hole: Uint8Array): void {
  const { width, height, light, blue, red } = planes;
  const half = width / 2;
  const cells = placesOf(hole);
  if (cells.length === 0) return;
  const isHole = new Uint8Array(width * height);
  const pixels: number[] = [];
  for (const cell of cells) {
    const at = 2 * Math.floor(cell / half) * width + 2 * (cell % half);
    for (const pixel of [at, at + 1, at + width, at + width + 1]) {
      isHole[pixel] = 1;
      pixels.push(pixel);
    }
  }
  fillPlane(light, width, height, isHole, pixels);
  fillPlane(blue, half, height / 2, hole.slice(), cells);
  fillPlane(red, half, height / 2, hole.slice(), cells);
}

const placesOf = (mask: Uint8Array): number[] => {
  const places: number[] = [];
  for (let at = mask.indexOf(1); at >= 0; at = mask.indexOf(1, at + 1)) places.push(at);
  return places;
};

/** @param isHole is used up */
function fillPlane(
  plane: Uint8Array,
  width: number,
  height: number,
  isHole: Uint8Array,
  places: readonly number[],
): void {
  const levels = new Float32Array(plane.length);
  const kept = isHole.slice();
  let ring: number[] = [];
  for (const at of places) if (touchesKnown(isHole, width, height, at)) ring.push(at);
  const queued = new Uint8Array(plane.length);
  for (const at of ring) queued[at] = 1;
  const levelAt = (at: number) => (kept[at] === 1 ? (levels[at] ?? 0) : (plane[at] ?? 0));
  while (ring.length > 0) {
    const next: number[] = [];
    const found = ring.map((at) => meanAround(isHole, width, height, at, levelAt));
    for (const [number, at] of ring.entries()) {
      levels[at] = found[number] ?? 0;
      isHole[at] = 0;
    }
    for (const at of ring) {
      const x = at % width;
      const beside = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width];
      for (const other of beside) {
        if (other < 0 || other >= plane.length || isHole[other] === 0 || queued[other] === 1) continue;
        queued[other] = 1;
        next.push(other);
      }
    }
    ring = next;
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const at of places) {
      const x = at % width;
      let sum = 0;
      let count = 0;
      if (x > 0) {
        sum += levelAt(at - 1);
        count++;
      }
      if (x < width - 1) {
        sum += levelAt(at + 1);
        count++;
      }
      if (at >= width) {
        sum += levelAt(at - width);
        count++;
      }
      if (at + width < plane.length) {
        sum += levelAt(at + width);
        count++;
      }
      levels[at] = sum / count;
    }
  }
  for (const at of places) plane[at] = Math.round(levels[at] ?? 0);
}

function touchesKnown(isHole: Uint8Array, width: number, height: number, at: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)];
  return (
    (x > 0 && isHole[at - 1] === 0) ||
    (x < width - 1 && isHole[at + 1] === 0) ||
    (y > 0 && isHole[at - width] === 0) ||
    (y < height - 1 && isHole[at + width] === 0)
  );
}

/** The mean of what is known around, nearer levels counting for more. */
function meanAround(
  isHole: Uint8Array,
  width: number,
  height: number,
  at: number,
  levelAt: (at: number) => number,
): number {
  const y = (at / width) | 0;
  const x = at - y * width;
  let sum = 0;
  let weights = 0;
  for (let row = Math.max(0, y - 2); row <= Math.min(height - 1, y + 2); row++) {
    for (let column = Math.max(0, x - 2); column <= Math.min(width - 1, x + 2); column++) {
      const other = row * width + column;
      if (isHole[other] === 1) continue;
      const weight = 1 / ((row - y) ** 2 + (column - x) ** 2);
      sum += weight * levelAt(other);
      weights += weight;
    }
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
