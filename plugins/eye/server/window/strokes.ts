/**
 * Where a small grey picture has fine, contrasting strokes, as letters have: a bit for each pixel that is much brighter,
 * or much darker, than what is around it.
 */
export interface Strokes {
  width: number;
  height: number;
  /** Words of 32 pixels in a row, the lowest bit first. */
  words: number;
  bright: Uint32Array;
  dark: Uint32Array;
}

/** Pixels around one that it is compared with, to each side. */
const AROUND = 6;
/** Levels of grey by which a stroke differs from what is around it. */
const CONTRAST = 26;

/** Finds the strokes of a picture. */
export function strokesOf(grey: Uint8Array, width: number, height: number): Strokes {
  const strokes = noStrokes(width, height);
  // Sums of the pixels above and below, by column, with nothing on either side of them.
  const columns = new Int32Array(width + 2 * AROUND + 1);
  for (let row = 0; row < Math.min(AROUND, height); row++) moveDown(columns, grey, width, row, undefined);
  for (let y = 0; y < height; y++) {
    const [next, last] = [y + AROUND, y - AROUND - 1];
    moveDown(columns, grey, width, next < height ? next : undefined, last >= 0 ? last : undefined);
    markRow(strokes, grey, columns, y);
  }
  return strokes;
}

/** Adds a row to the sums, and takes one away. */
function moveDown(columns: Int32Array, grey: Uint8Array, width: number, add?: number, drop?: number): void {
  const [first, more, less] = [AROUND + 1, (add ?? 0) * width, (drop ?? 0) * width];
  if (add !== undefined && drop !== undefined) {
    for (let x = 0; x < width; x++) {
      columns[first + x] = (columns[first + x] ?? 0) + (grey[more + x] ?? 0) - (grey[less + x] ?? 0);
    }
  } else if (add !== undefined) {
    for (let x = 0; x < width; x++) columns[first + x] = (columns[first + x] ?? 0) + (grey[more + x] ?? 0);
  } else if (drop !== undefined) {
    for (let x = 0; x < width; x++) columns[first + x] = (columns[first + x] ?? 0) - (grey[less + x] ?? 0);
  }
}

function markRow({ width, height, words, bright, dark }: Strokes, grey: Uint8Array, columns: Int32Array, y: number) {
  const rows = Math.min(height - 1, y + AROUND) - Math.max(0, y - AROUND) + 1;
  const [row, start] = [y * width, y * words];
  let [sum, light, shade] = [0, 0, 0];
  for (let at = AROUND + 1; at < 2 * AROUND + 1; at++) sum += columns[at] ?? 0;
  for (let x = 0; x < width; x++) {
    sum += (columns[x + 2 * AROUND + 1] ?? 0) - (columns[x] ?? 0);
    const isInner = x >= AROUND && x < width - AROUND;
    const across = isInner ? 2 * AROUND + 1 : Math.min(width - 1, x + AROUND) - Math.max(0, x - AROUND) + 1;
    const count = rows * across;
    const difference = (grey[row + x] ?? 0) * count - sum;
    if (difference > CONTRAST * count) light |= 1 << (x & 31);
    else if (difference < -CONTRAST * count) shade |= 1 << (x & 31);
    if ((x & 31) !== 31 && x !== width - 1) continue;
    bright[start + (x >>> 5)] = light;
    dark[start + (x >>> 5)] = shade;
    [light, shade] = [0, 0];
  }
}

/** The strokes of a blank picture. */
export function noStrokes(width: number, height: number): Strokes {
  const words = Math.ceil(width / 32);
  return { width, height, words, bright: new Uint32Array(words * height), dark: new Uint32Array(words * height) };
}

/** The strokes that several pictures have in common. @throws TypeError for none */
export function commonStrokes(all: readonly Strokes[]): Strokes {
  const [first, ...others] = all;
  if (first === undefined) throw new TypeError('commonStrokes: needs at least one picture');
  const common = { ...first, bright: first.bright.slice(), dark: first.dark.slice() };
  for (const { bright, dark } of others) {
    for (let at = 0; at < bright.length; at++) {
      common.bright[at] = (common.bright[at] ?? 0) & (bright[at] ?? 0);
      common.dark[at] = (common.dark[at] ?? 0) & (dark[at] ?? 0);
    }
  }
  return common;
}

/** How many bits of a word are set. */
export function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
