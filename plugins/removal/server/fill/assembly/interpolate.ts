import { Bytes, Floats, Ints, takeBytes, takeFloats, takeInts, takeZeros } from './memory.ts';
import { across as frameAcross, down as frameDown, Planes, round, clamp, width as frameWidth } from './strip.ts';

/** How often levels are evened out between their neighbours, and how far beyond their mean, so that few rounds do. */
const ROUNDS: i32 = 5;
const BEYOND: f64 = 1.4;

/** Cells to each side that one is filled from. */
const REACH: i32 = 2;

/** The part of the frame that all cells lie in which are to be filled, with those around them, in cells. */
let left: i32 = 0;
let top: i32 = 0;
let across: i32 = 0;
let down: i32 = 0;

/** Levels of its cells, and which of them are still to be filled. */
let light: Floats = changetype<Floats>(0);
let blue: Floats = changetype<Floats>(0);
let red: Floats = changetype<Floats>(0);
let isHole: Bytes = changetype<Bytes>(0);

/**
 * Fills cells from their edge inwards with what is around them, then evens out what met in the middle. Light begins as
 * coarse as colours are, and gets finer as it is evened out.
 * @param hole cells to be filled: 1
 */
export function interpolate(planes: Planes, hole: Bytes): void {
  if (!findPart(hole)) return;
  const fine = levelsIn(planes.light, frameWidth, 2 * left, 2 * top, 2 * across, 2 * down);
  light = coarseOf(fine);
  blue = levelsIn(planes.blue, frameAcross, left, top, across, down);
  red = levelsIn(planes.red, frameAcross, left, top, across, down);
  isHole = takeBytes(across * down);
  const cells = takeInts(across * down);
  let count = 0;
  for (let row = 0, at = 0; row < down; row++) {
    const from = (top + row) * frameAcross + left;
    for (let column = 0; column < across; column++, at++) {
      isHole[at] = hole[from + column];
      if (isHole[at] === 1) cells[count++] = at;
    }
  }
  fillLevels(cells, count);
  evenOut(blue, across, down, cells, count);
  evenOut(red, across, down, cells, count);
  const pixels = takeInts(4 * count);
  for (let number = 0; number < count; number++) {
    const cell = cells[number];
    const row = cell / across;
    const column = cell - row * across;
    const at = 4 * row * across + 2 * column;
    const below = at + 2 * across;
    const level = light[cell];
    fine[at] = level;
    fine[at + 1] = level;
    fine[below] = level;
    fine[below + 1] = level;
    pixels[4 * number] = at;
    pixels[4 * number + 1] = at + 1;
    pixels[4 * number + 2] = below;
    pixels[4 * number + 3] = below + 1;
  }
  evenOut(fine, 2 * across, 2 * down, pixels, 4 * count);
  const wide = 2 * across;
  for (let number = 0; number < count; number++) {
    const cell = cells[number];
    const row = cell / across;
    const column = cell - row * across;
    const to = (top + row) * frameAcross + left + column;
    planes.blue[to] = rounded(blue[cell]);
    planes.red[to] = rounded(red[cell]);
    const at = 2 * row * wide + 2 * column;
    const place = 2 * (top + row) * frameWidth + 2 * (left + column);
    planes.light[place] = rounded(fine[at]);
    planes.light[place + 1] = rounded(fine[at + 1]);
    planes.light[place + frameWidth] = rounded(fine[at + wide]);
    planes.light[place + frameWidth + 1] = rounded(fine[at + wide + 1]);
  }
}

function rounded(level: f32): i32 {
  return clamp(round(level), 0, 255);
}

/** @returns whether any cell is to be filled */
function findPart(hole: Bytes): bool {
  let first = frameDown;
  let last = -1;
  let least = frameAcross;
  let most = -1;
  for (let row = 0; row < frameDown; row++) {
    const line = hole.from(row * frameAcross);
    let from = 0;
    while (from < frameAcross && line[from] === 0) from++;
    if (from === frameAcross) continue;
    let to = frameAcross - 1;
    while (line[to] === 0) to--;
    if (first > row) first = row;
    last = row;
    least = min(least, from);
    most = max(most, to);
  }
  if (last < 0) return false;
  top = max(0, first - REACH);
  left = max(0, least - REACH);
  down = min(frameDown, last + 1 + REACH) - top;
  across = min(frameAcross, most + 1 + REACH) - left;
  return true;
}

function levelsIn(plane: Bytes, stride: i32, x: i32, y: i32, columns: i32, rows: i32): Floats {
  const levels = takeFloats(columns * rows);
  for (let row = 0, at = 0; row < rows; row++) {
    const line = plane.from((y + row) * stride + x);
    for (let column = 0; column < columns; column++) levels[at++] = <f32>line[column];
  }
  return levels;
}

/** The mean light of each cell. */
function coarseOf(fine: Floats): Floats {
  const coarse = takeFloats(across * down);
  const wide = 2 * across;
  for (let row = 0, cell = 0; row < down; row++) {
    for (let at = 2 * row * wide, end = at + wide; at < end; at += 2) {
      coarse[cell++] = (fine[at] + fine[at + 1] + fine[at + wide] + fine[at + wide + 1]) * 0.25;
    }
  }
  return coarse;
}

/** How much a cell counts for one that is filled from it, nearer ones for more. */
function weightOf(x: i32, y: i32): f64 {
  return x === 0 && y === 0 ? 0 : 1 / <f64>(x * x + y * y);
}

/** Fills cells from their edge inwards. */
function fillLevels(cells: Ints, count: i32): void {
  // Ring after ring from the edge inwards, one behind the other.
  const rings = takeInts(count);
  const isQueued = takeZeros(across * down);
  let queued = 0;
  for (let number = 0; number < count; number++) {
    const at = cells[number];
    if (!touchesKnown(at)) continue;
    isQueued[at] = 1;
    rings[queued++] = at;
  }
  for (let start = 0; start < queued;) {
    const end = queued;
    for (let number = start; number < end; number++) fillCell(rings[number]);
    for (let number = start; number < end; number++) isHole[rings[number]] = 0;
    for (let number = start; number < end; number++) {
      const at = rings[number];
      const x = at % across;
      for (let side = 0; side < 4; side++) {
        if ((side === 0 && x === 0) || (side === 1 && x === across - 1)) continue;
        const other = side === 0 ? at - 1 : side === 1 ? at + 1 : side === 2 ? at - across : at + across;
        if (other < 0 || other >= across * down || isHole[other] === 0 || isQueued[other] === 1) continue;
        isQueued[other] = 1;
        rings[queued++] = other;
      }
    }
    start = end;
  }
}

/** Gives a cell the mean of what is known around it. */
function fillCell(at: i32): void {
  const y = at / across;
  const x = at - y * across;
  const firstRow = max(-REACH, -y);
  const lastRow = min(REACH, down - 1 - y);
  const first = max(-REACH, -x);
  const last = min(REACH, across - 1 - x);
  let lights: f64 = 0;
  let blues: f64 = 0;
  let reds: f64 = 0;
  let sum: f64 = 0;
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = first; column <= last; column++) {
      const other = at + row * across + column;
      if (isHole[other] === 1) continue;
      const weight = load<f64>(weights + <usize>((row + REACH) * (2 * REACH + 1) + column + REACH) * 8);
      lights += weight * light[other];
      blues += weight * blue[other];
      reds += weight * red[other];
      sum += weight;
    }
  }
  light[at] = sum === 0 ? 0 : <f32>(lights / sum);
  blue[at] = sum === 0 ? 0 : <f32>(blues / sum);
  red[at] = sum === 0 ? 0 : <f32>(reds / sum);
}

const weights = memory.data((2 * REACH + 1) * (2 * REACH + 1) * 8, 16);
for (let y = -REACH; y <= REACH; y++) {
  for (let x = -REACH; x <= REACH; x++) {
    store<f64>(weights + <usize>((y + REACH) * (2 * REACH + 1) + x + REACH) * 8, weightOf(x, y));
  }
}

/** Evens levels out between those beside them, above and below. */
function evenOut(levels: Floats, columns: i32, rows: i32, places: Ints, count: i32): void {
  const beside = BEYOND / 4;
  const own = 1 - BEYOND;
  const isAtEdge = touchesEdge(columns, rows, places, count);
  for (let round = 0; round < ROUNDS; round++) {
    for (let number = 0; number < count; number++) {
      const at = places[number];
      const level = own * levels[at];
      if (isAtEdge && isEdge(at, columns, rows)) {
        levels[at] = <f32>(level + BEYOND * meanBeside(levels, columns, rows, at));
        continue;
      }
      // The one on the left was mostly written just now: it is waited for only when all else is done.
      const rest = level + beside * (<f64>levels[at + 1] + levels[at - columns] + levels[at + columns]);
      levels[at] = <f32>(rest + beside * levels[at - 1]);
    }
  }
}

function isEdge(at: i32, columns: i32, rows: i32): bool {
  const y = at / columns;
  const x = at - y * columns;
  return x === 0 || y === 0 || x === columns - 1 || y === rows - 1;
}

function touchesEdge(columns: i32, rows: i32, places: Ints, count: i32): bool {
  for (let number = 0; number < count; number++) if (isEdge(places[number], columns, rows)) return true;
  return false;
}

/** The mean of the levels beside one, above and below, of which one or two lie outside of the picture. */
function meanBeside(levels: Floats, columns: i32, rows: i32, at: i32): f64 {
  const y = at / columns;
  const x = at - y * columns;
  let sum: f64 = 0;
  let count = 0;
  if (x > 0) {
    sum += levels[at - 1];
    count++;
  }
  if (x < columns - 1) {
    sum += levels[at + 1];
    count++;
  }
  if (y > 0) {
    sum += levels[at - columns];
    count++;
  }
  if (y < rows - 1) {
    sum += levels[at + columns];
    count++;
  }
  return sum / count;
}

function touchesKnown(at: i32): bool {
  const y = at / across;
  const x = at - y * across;
  return (
    (x > 0 && isHole[at - 1] === 0) ||
    (x < across - 1 && isHole[at + 1] === 0) ||
    (y > 0 && isHole[at - across] === 0) ||
    (y < down - 1 && isHole[at + across] === 0)
  );
}
