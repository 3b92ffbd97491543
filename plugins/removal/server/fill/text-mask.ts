import { BRIGHT, DARK, FAINT, inWords, wordsOf } from './strokes.ts';
import type { Spot, StripFrame } from './strip.ts';

/** Frames around one that tell which strokes stay, and the share of them in which a stroke is. */
const [AROUND, STAYS] = [[0, 1, -1, 3, -3, 6, -6, 9, -9, 12, -12], 0.6] as const;

/** Frames behind one that have to be known before its mask is. */
export const MASK_DELAY = 12;

/** Of strokes of one frame, the share that another one has too when it shows the same text. */
const SAME_TEXT = 0.5;

/** Height of a box in pixels for each cell by which strokes are widened: their outlines, and what coding made of them. */
const WIDENED = 90;

/**
 * Finds the cells of a frame in which text is: strokes that are there in the frames around it as well.
 * @param frameAt the frame so many frames behind this one; undefined where there is none
 */
export function maskText(frame: StripFrame, frameAt: (distance: number) => StripFrame | undefined): Uint8Array {
  const { width, height } = frame.planes;
  const mask = new Uint8Array((width * height) / 4);
  for (const [at, spot] of frame.spots.entries()) {
    const own = frame.strokes[at];
    if (own === undefined) continue;
    const cells = spot.whole ? new Uint8Array(own.length).fill(1) : widen(lasting(spot, own, frameAt), spot);
    put(mask, width / 2, spot, cells);
  }
  return mask;
}

/** Puts what was found in a spot where it is. */
export function put(mask: Uint8Array, stride: number, { box }: Spot, cells: Uint8Array): void {
  const [left, top, across] = [box.left / 2, box.top / 2, (box.right - box.left) / 2];
  for (let cell = 0; cell < cells.length; cell++) {
    if (cells[cell] === 0) continue;
    mask[(top + Math.floor(cell / across)) * stride + left + (cell % across)] = 1;
  }
}

/** Strokes that stay, strong and faint ones. */
interface Lasting {
  strong: Uint8Array;
  faint: Uint8Array;
}

function lasting(spot: Spot, own: Uint8Array, frameAt: (distance: number) => StripFrame | undefined): Lasting {
  const words = wordsOf(own);
  const seen: Uint32Array[] = [];
  const ended = new Set<number>();
  for (const distance of spot.rests ? AROUND : [0]) {
    const side = Math.sign(distance);
    if (ended.has(side)) continue;
    const other = frameAt(distance);
    const number = other?.spots.findIndex(({ id }) => id === spot.id) ?? -1;
    const strokes = other?.strokes[number];
    const others = strokes?.length === own.length ? wordsOf(strokes) : null;
    if (others !== null && isSameText(words, others)) seen.push(others);
    else if (side !== 0) ended.add(side);
  }
  // A byte that counts enough gets its highest bit by it.
  const short = Math.imul(128 - Math.max(1, Math.ceil(seen.length * STAYS)), EACH);
  const [strong, faint] = [inWords(own.length), inWords(own.length)];
  const [strongWords, faintWords] = [wordsOf(strong), wordsOf(faint)];
  // Each byte of them counts one cell; there are too few frames for one to run over.
  const bright = new Uint32Array(words.length);
  const dark = new Uint32Array(words.length);
  const weak = new Uint32Array(words.length);
  for (const found of seen) {
    for (let word = 0; word < found.length; word++) {
      const strokes = found[word] ?? 0;
      if (strokes === 0) continue;
      bright[word] = (bright[word] ?? 0) + ((strokes >>> BRIGHT_BIT) & EACH);
      dark[word] = (dark[word] ?? 0) + ((strokes >>> DARK_BIT) & EACH);
      weak[word] = (weak[word] ?? 0) + ((strokes >>> FAINT_BIT) & EACH);
    }
  }
  for (let word = 0; word < words.length; word++) {
    const count = weak[word] ?? 0;
    if (count === 0) continue;
    strongWords[word] = ((((bright[word] ?? 0) + short) | ((dark[word] ?? 0) + short)) >>> 7) & EACH;
    faintWords[word] = ((count + short) >>> 7) & EACH;
  }
  return { strong, faint };
}

/** The lowest bit of each of four cells. */
const EACH = 0x01010101;
const [BRIGHT_BIT, DARK_BIT, FAINT_BIT] = [BRIGHT, DARK, FAINT].map(Math.log2) as [number, number, number];

/** Whether most of the strokes of one are among those of the other, whichever has fewer. Each word is four cells. */
function isSameText(one: Uint32Array, other: Uint32Array): boolean {
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  // One in two tells enough.
  for (let word = 0; word < one.length; word += 2) {
    const a = one[word] ?? 0;
    const b = other[word] ?? 0;
    if ((a | b) === 0) continue;
    ofOne += clearIn(a);
    ofOther += clearIn(b);
    both += clearIn(a & b);
  }
  return both >= SAME_TEXT * Math.min(ofOne, ofOther);
}

/** How many of four cells have a stroke that differs by far. */
const clearIn = (word: number): number => Math.imul(((word >>> BRIGHT_BIT) | (word >>> DARK_BIT)) & EACH, EACH) >>> 24;

/** Strokes with what belongs to them: faint ones beside them, and an edge. */
function widen({ strong, faint }: Lasting, { box }: Spot): Uint8Array {
  const across = (box.right - box.left) / 2;
  const by = 1 + Math.round((box.bottom - box.top) / WIDENED);
  const all = dilate(strong, across, by + 2);
  for (let cell = 0; cell < all.length; cell++)
    all[cell] = (strong[cell] ?? 0) | ((faint[cell] ?? 0) & (all[cell] ?? 0));
  return dilate(all, across, by);
}

/** Cells no farther from a set one than so many, to the side or up and down. */
export function dilate(cells: Uint8Array, across: number, by: number): Uint8Array {
  const down = cells.length / across;
  const rows = new Uint8Array(cells.length);
  for (let y = 0; y < down; y++) {
    let until = -1;
    for (let x = 0; x < Math.min(by, across); x++) if (cells[y * across + x] === 1) until = x + by;
    for (let x = 0; x < across; x++) {
      if (x + by < across && cells[y * across + x + by] === 1) until = x + 2 * by;
      if (x <= until) rows[y * across + x] = 1;
    }
  }
  const wide = new Uint8Array(cells.length);
  for (let x = 0; x < across; x++) {
    let until = -1;
    for (let y = 0; y < Math.min(by, down); y++) if (rows[y * across + x] === 1) until = y + by;
    for (let y = 0; y < down; y++) {
      if (y + by < down && rows[(y + by) * across + x] === 1) until = y + 2 * by;
      if (y <= until) wide[y * across + x] = 1;
    }
  }
  return wide;
}
