import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { clamp } from './strip.ts';

/** Levels of grain at most, and the share of the grain around that is put on. */
const [MOST_GRAIN, GRAIN_SHARE] = [8, 0.7];

/**
 * How strong the grain of a picture is, in levels: from how far pixels are from the mean of their neighbours where that
 * is least.
 * @param blocked cells that are not looked at
 */
export function grainOf({ width, height, light }: Planes, blocked: Uint8Array): number {
  const counts = new Uint32Array(256);
  let total = 0;
  for (let y = 0; y < height; y += 4) {
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
  for (let cell = cells.indexOf(1); cell >= 0; cell = cells.indexOf(1, cell + 1)) {
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
