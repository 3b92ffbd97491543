import { BRIGHT, DARK, FAINT } from './strokes.ts';
import type { Spot, StripFrame } from './strip.ts';

/** Frames around one that tell which strokes stay, and the share of them in which a stroke is. */
const [AROUND, STAYS] = [[0, 1, -1, 3, -3, 6, -6, 9, -9, 12, -12], 0.6] as const;

/** Frames behind one that have to be known before its mask is. */
export const MASK_DELAY = 12;

/** Of strokes of one frame, the share that another one has too when it shows the same text. */
const SAME_TEXT = 0.5;

/** Strokes that differ from the ground by far. */
const CLEAR = BRIGHT | DARK;

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
  const seen: Uint8Array[] = [];
  const ended = new Set<number>();
  for (const distance of spot.rests ? AROUND : [0]) {
    const side = Math.sign(distance);
    if (ended.has(side)) continue;
    const other = frameAt(distance);
    const number = other?.spots.findIndex(({ id }) => id === spot.id) ?? -1;
    const strokes = other?.strokes[number];
    if (strokes?.length === own.length && isSameText(own, strokes)) seen.push(strokes);
    else if (side !== 0) ended.add(side);
  }
  const enough = Math.max(1, Math.ceil(seen.length * STAYS));
  const counts = new Uint32Array(own.length);
  for (const strokes of seen) {
    for (let cell = 0; cell < counts.length; cell++) {
      counts[cell] = (counts[cell] ?? 0) + (COUNTED[strokes[cell] ?? 0] ?? 0);
    }
  }
  const [strong, faint] = [new Uint8Array(own.length), new Uint8Array(own.length)];
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell] ?? 0;
    if (count === 0) continue;
    strong[cell] = (count & 0xff) >= enough || ((count >> 8) & 0xff) >= enough ? 1 : 0;
    faint[cell] = count >> 16 >= enough ? 1 : 0;
  }
  return { strong, faint };
}

/** What is told of a cell as counts of their own: bright ones in the lowest byte, dark ones above, then faint ones. */
const COUNTED = Uint32Array.from({ length: 8 }, (_, found) =>
  [BRIGHT, DARK, FAINT].reduce((sum, kind, at) => sum + ((found & kind) === 0 ? 0 : 1 << (8 * at)), 0),
);

/** Whether most of the strokes of one are among those of the other, whichever has fewer. */
function isSameText(one: Uint8Array, other: Uint8Array): boolean {
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (let cell = 0; cell < one.length; cell++) {
    const a = (one[cell] ?? 0) & CLEAR;
    const b = (other[cell] ?? 0) & CLEAR;
    if ((a | b) === 0) continue;
    if (a !== 0) ofOne++;
    if (b !== 0) ofOther++;
    if ((a & b) !== 0) both++;
  }
  return both >= SAME_TEXT * Math.min(ofOne, ofOther);
}

/** Strokes with what belongs to them: faint ones beside them, and an edge. */
function widen({ strong, faint }: Lasting, { box }: Spot): Uint8Array {
  const across = (box.right - box.left) / 2;
  const by = 1 + Math.round((box.bottom - box.top) / WIDENED);
  const near = dilate(strong, across, by + 2);
  const all = strong.map((cell, at) => cell | ((faint[at] ?? 0) & (near[at] ?? 0)));
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
