import { Bytes, Ints, take, takeBytes, takeInts } from './memory.ts';
import { across, down, Planes, width } from './strip.ts';

/** Pixels of a whole picture that are compared, about. */
const MOST_POINTS: i32 = 1500;

/** Where in a picture another one is compared with it: at the upper left pixels of cells. */
@unmanaged
export class Points {
  count: i32;
  /** The cells, and places of the pixels in the plane, their columns and rows. */
  cells: Ints;
  places: Ints;
  columns: Ints;
  rows: Ints;
  /** Light of the pixels. */
  levels: Bytes;
  /** What all of them lie in, ends included. */
  left: i32;
  top: i32;
  right: i32;
  bottom: i32;
}

/** @param cells row by row */
function pointsAt(cells: Ints, count: i32, light: Bytes): Points {
  const points = changetype<Points>(take(offsetof<Points>()));
  const places = takeInts(count);
  const columns = takeInts(count);
  const rows = takeInts(count);
  const levels = takeBytes(count);
  let left = width;
  let right = 0;
  for (let at = 0; at < count; at++) {
    const cell = cells[at];
    const line = cell / across;
    const column = 2 * (cell - line * across);
    const place = 2 * line * width + column;
    rows[at] = 2 * line;
    columns[at] = column;
    places[at] = place;
    levels[at] = light[place];
    if (column < left) left = column;
    if (column > right) right = column;
  }
  points.count = count;
  points.cells = cells;
  points.places = places;
  points.columns = columns;
  points.rows = rows;
  points.levels = levels;
  points.left = left;
  points.right = right;
  points.top = count > 0 ? rows[0] : 0;
  points.bottom = count > 0 ? rows[count - 1] : 0;
  return points;
}

/** Pixels of a picture that are spread over it, where it is not blocked. */
export function spreadPoints(planes: Planes, blocked: Bytes): Points {
  const step = max(1, <i32>Math.floor(Math.sqrt(<f64>(across * down) / MOST_POINTS)));
  const cells = takeInts((across / step + 1) * (down / step + 1));
  let count = 0;
  for (let y = step >> 1; y < down; y += step) {
    for (let x = step >> 1; x < across; x += step) {
      const cell = y * across + x;
      if (blocked[cell] === 0) cells[count++] = cell;
    }
  }
  return pointsAt(cells, count, planes.light);
}

/** At most so many pixels of a part of a picture, in cells, where it is not blocked. */
export function pointsWithin(
  planes: Planes,
  blocked: Bytes,
  most: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): Points {
  let clear = (bottom - top) * (right - left);
  for (let y = top; y < bottom; y++) {
    for (let cell = y * across + left, end = y * across + right; cell < end; cell++) clear -= blocked[cell];
  }
  const step = Math.max(1, <f64>clear / most);
  const cells = takeInts(<i32>(<f64>clear / step) + 2);
  let seen = 0;
  let next = 0;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let cell = y * across + left, end = y * across + right; cell < end; cell++) {
      if (blocked[cell] === 1) continue;
      if (seen++ < next) continue;
      cells[count++] = cell;
      next = <i32>Math.floor(count * step);
    }
  }
  return pointsAt(cells, count, planes.light);
}
