import { Bytes, takeCounts } from './memory.ts';
import { across, cellCount, clamp, height, round, width } from './strip.ts';

/** Levels of grain at most, and the share of the grain around that is put on. */
const MOST_GRAIN: f64 = 8;
const GRAIN_SHARE: f64 = 0.7;

/**
 * How strong the grain of a picture is, in levels: from how far pixels are from the mean of their neighbours where that
 * is least.
 * @param blocked cells that are not looked at
 */
export function grainOf(light: Bytes, blocked: Bytes): f64 {
  const counts = takeCounts(256);
  let total = 0;
  for (let y = 0; y < height; y += 4) {
    for (let x = 2; x < width - 2; x += 2) {
      if (blocked[(y >> 1) * across + (x >> 1)] === 1) continue;
      const at = y * width + x;
      const off = min(255, abs(2 * light[at] - light[at - 1] - light[at + 1]));
      counts[off] = counts[off] + 1;
      total++;
    }
  }
  let seen = 0;
  let level = 0;
  for (; level < 255 && <f64>(seen + counts[level]) < <f64>total / 4; level++) seen += counts[level];
  // A quarter of normal values lies within 0.319 deviations, and this is of three pixels.
  return Math.min(MOST_GRAIN, level / 0.319 / Math.sqrt(6));
}

/** Puts grain on cells, the same whenever the same frame is filled. @param seed the frame's number */
export function addGrain(light: Bytes, cells: Bytes, strength: f64, seed: i32): void {
  const deviation = strength * GRAIN_SHARE;
  if (deviation < 0.3) return;
  for (let cell = 0; cell < cellCount; cell++) {
    if (cells[cell] === 0) continue;
    const row = cell / across;
    const start = 2 * row * width + 2 * (cell - row * across);
    addNoise(light, start, deviation, seed);
    addNoise(light, start + 1, deviation, seed);
    addNoise(light, start + width, deviation, seed);
    addNoise(light, start + width + 1, deviation, seed);
  }
}

function addNoise(light: Bytes, at: i32, deviation: f64, seed: i32): void {
  light[at] = clamp(round(light[at] + deviation * noiseAt(at, seed)), 0, 255);
}

/** A value with the mean 0 and the deviation 1, nearly a normal one. */
function noiseAt(at: i32, seed: i32): f64 {
  let bits: u32 = (at ^ ((seed + 1) * 0x9e3779b1)) * 0x85ebca6b;
  bits = (bits ^ (bits >> 13)) * 0xc2b2ae35;
  bits ^= bits >> 16;
  const sum = (bits & 255) + ((bits >> 8) & 255) + ((bits >> 16) & 255) + (bits >> 24);
  return (<f64>sum - 510) / 147.8;
}
