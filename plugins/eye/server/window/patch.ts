import { bitsOf, type Strokes } from './strokes.ts';

/** A box of whole pixels of a small picture. */
export interface PixelBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The strokes within a box. */
export interface Patch {
  box: PixelBox;
  words: number;
  bright: Uint32Array;
  dark: Uint32Array;
  /** How many pixels are strokes. */
  count: number;
}

/** The 32 pixels of a row from some pixel on; nothing beyond its ends. */
function wordAt(row: Uint32Array, start: number, words: number, x: number): number {
  const [index, shift] = [x >> 5, x & 31];
  const low = index >= 0 && index < words ? (row[start + index] ?? 0) : 0;
  if (shift === 0) return low;
  const high = index + 1 >= 0 && index + 1 < words ? (row[start + index + 1] ?? 0) : 0;
  return (low >>> shift) | (high << (32 - shift));
}

/** Cuts a patch out of the strokes of a picture. */
export function patchOf({ words: across, height, bright, dark }: Strokes, box: PixelBox): Patch {
  const words = Math.ceil(box.width / 32);
  const patch = {
    ...{ box, words, count: 0 },
    bright: new Uint32Array(words * box.height),
    dark: new Uint32Array(words * box.height),
  };
  const rest = box.width & 31;
  const lastMask = rest === 0 ? -1 : (1 << rest) - 1;
  for (let row = 0; row < box.height; row++) {
    const y = box.y + row;
    if (y < 0 || y >= height) continue;
    for (let word = 0; word < words; word++) {
      const mask = word === words - 1 ? lastMask : -1;
      const at = row * words + word;
      const light = wordAt(bright, y * across, across, box.x + word * 32) & mask;
      const shade = wordAt(dark, y * across, across, box.x + word * 32) & mask;
      patch.bright[at] = light;
      patch.dark[at] = shade;
      patch.count += bitsOf(light) + bitsOf(shade);
    }
  }
  return patch;
}

/**
 * How much of a patch a picture has too, with the patch's corner at some place: the share of those of its strokes that
 * are within the picture, and the share of all that these are; 0 to 1.
 */
export function likeness(
  patch: Patch,
  { words: across, width, height, bright, dark }: Strokes,
  x: number,
  y: number,
): { share: number; within: number } {
  const isInside = x >= 0 && y >= 0 && x + patch.box.width <= width && y + patch.box.height <= height;
  let [found, within] = [0, 0];
  for (let row = 0; row < patch.box.height; row++) {
    const line = y + row;
    if (line < 0 || line >= height) continue;
    for (let word = 0; word < patch.words; word++) {
      const at = row * patch.words + word;
      const [light, shade] = [patch.bright[at] ?? 0, patch.dark[at] ?? 0];
      const left = x + word * 32;
      if (light !== 0) found += bitsOf(light & wordAt(bright, line * across, across, left));
      if (shade !== 0) found += bitsOf(shade & wordAt(dark, line * across, across, left));
      if (isInside) continue;
      const inside = columnsWithin(left, width);
      within += bitsOf(light & inside) + bitsOf(shade & inside);
    }
  }
  if (isInside) within = patch.count;
  return within === 0 ? { share: 0, within: 0 } : { share: found / within, within: within / patch.count };
}

/** The bits of a word from some column on that are within a picture. */
function columnsWithin(left: number, width: number): number {
  const [first, end] = [Math.max(0, -left), Math.min(32, width - left)];
  if (first >= end) return 0;
  const upTo = end === 32 ? -1 : (1 << end) - 1;
  return upTo & (-1 << first);
}
