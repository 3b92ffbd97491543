import type { PixelBox } from '#core/server/services/media/cut/pixel-boxes.ts';
import type { Planes } from '#core/server/services/media/cut/planes.ts';

/** Pixels of a whole picture that are compared, about. */
export const MOST_POINTS = 1500;

/** Brightness that can be compared, and the cells of it that cannot. */
export interface Ground {
  planes: Planes;
  blocked: Uint8Array;
}

/** Where in a picture another one is compared with it: at the upper left pixels of cells. */
export interface Points {
  /** The cells, and places of the pixels in the plane, their columns and rows. */
  cells: Int32Array;
  places: Int32Array;
  columns: Int32Array;
  rows: Int32Array;
  /** Light of the pixels. */
  levels: Uint8Array;
  /** What all of them lie in, ends included. */
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** @param cells row by row */
function pointsAt(cells: readonly number[], { width, light }: Planes): Points {
  const count = cells.length;
  const half = width / 2;
  const [places, columns, rows] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const levels = new Uint8Array(count);
  let [left, right] = [width, 0];
  for (let at = 0; at < count; at++) {
    const cell = cells[at] ?? 0;
    const line = (cell / half) | 0;
    const column = 2 * (cell - line * half);
    const place = 2 * line * width + column;
    rows[at] = 2 * line;
    columns[at] = column;
    places[at] = place;
    levels[at] = light[place] ?? 0;
    if (column < left) left = column;
    if (column > right) right = column;
  }
  const [top, bottom] = [rows[0] ?? 0, rows[count - 1] ?? 0];
  return { cells: new Int32Array(cells), places, columns, rows, levels, left, top, right, bottom };
}

/** Pixels of a picture that are spread over it, where it is not blocked. */
export function spreadPoints({ planes, blocked }: Ground): Points {
  const [across, down] = [planes.width / 2, planes.height / 2];
  const step = Math.max(1, Math.floor(Math.sqrt((across * down) / MOST_POINTS)));
  const found: number[] = [];
  for (let y = step >> 1; y < down; y += step) {
    for (let x = step >> 1; x < across; x += step) if (blocked[y * across + x] === 0) found.push(y * across + x);
  }
  return pointsAt(found, planes);
}

/** At most so many pixels of a part of a picture, in cells, where it is not blocked. */
export function pointsWithin(
  { planes, blocked }: Ground,
  most: number,
  { left, top, right, bottom }: PixelBox,
): Points {
  const half = planes.width / 2;
  let clear = 0;
  for (let y = top; y < bottom; y++) {
    for (let cell = y * half + left; cell < y * half + right; cell++) clear += 1 - (blocked[cell] ?? 0);
  }
  const step = Math.max(1, clear / most);
  const cells: number[] = [];
  let [seen, next] = [0, 0];
  for (let y = top; y < bottom; y++) {
    for (let cell = y * half + left; cell < y * half + right; cell++) {
      if (blocked[cell] === 1 || seen++ < next) continue;
      cells.push(cell);
      next = Math.floor(cells.length * step);
    }
  }
  return pointsAt(cells, planes);
}
