import { Bytes, Ints, take, takeInts, takeZeros } from './memory.ts';
import { pointsWithin, Points } from './points.ts';
import { across, cellCount, down, round, StripFrame, width } from './strip.ts';

/** Cells of a side of the tiles that are found in other frames each by itself, about, and around one that are compared. */
const TILE: i32 = 48;
const AROUND: i32 = 12;
/** Pixels that are compared for a tile, at most. */
const POINTS: i32 = 144;
/** Levels by which frames may differ to show the same, and the share of what pixels differ across a stroke. */
const ALIKE: f64 = 2.5;
const ALIKE_SHARE: f64 = 0.45;
/** Pixels across a stroke. */
const STROKE: i32 = 8;

/** A part of a frame that has cells to be filled. */
@unmanaged
export class Tile {
  cells: Ints;
  count: i32;
  points: Points;
  /** Levels by which other frames may differ. */
  limit: f64;
  /** The next one; 0 behind the last. */
  next: usize;
}

/** The side of tiles that share a length evenly. */
function evenStep(length: i32): i32 {
  const count = max(1, round(<f64>length / TILE));
  return (length + count - 1) / count;
}

/** The tiles of a frame, in a list. @returns 0 where nothing is to be filled */
export function tilesOf(frame: StripFrame, hole: Bytes): usize {
  let first: usize = 0;
  let last: usize = 0;
  const taken = takeZeros(cellCount);
  for (let number = 0; number < frame.spotCount; number++) {
    const spot = frame.spotAt(number);
    if (spot.count === 0) continue;
    // A narrow rest would cost as much as a whole tile.
    const stepX = evenStep(spot.across);
    const stepY = evenStep(spot.down);
    for (let y = spot.top; y < spot.bottom; y += stepY) {
      for (let x = spot.left; x < spot.right; x += stepX) {
        const endX = min(spot.right, x + stepX);
        const endY = min(spot.bottom, y + stepY);
        const cells = takeInts((endX - x) * (endY - y));
        let count = 0;
        for (let row = y; row < endY; row++) {
          for (let cell = row * across + x, end = row * across + endX; cell < end; cell++) {
            if (hole[cell] === 0 || taken[cell] === 1) continue;
            taken[cell] = 1;
            cells[count++] = cell;
          }
        }
        if (count === 0) continue;
        const tile = changetype<Tile>(take(offsetof<Tile>()));
        tile.cells = cells;
        tile.count = count;
        const left = max(0, x - AROUND);
        const top = max(0, y - AROUND);
        const right = min(across, endX + AROUND);
        tile.points = pointsWithin(frame.planes, frame.mask, POINTS, left, top, right, min(down, endY + AROUND));
        tile.limit = limitOf(frame.planes.light, tile.points);
        tile.next = 0;
        if (last === 0) first = changetype<usize>(tile);
        else changetype<Tile>(last).next = changetype<usize>(tile);
        last = changetype<usize>(tile);
      }
    }
  }
  return first;
}

function limitOf(light: Bytes, points: Points): f64 {
  let sum = 0;
  const count = points.count;
  for (let at = 0; at < count; at++) {
    const place = points.places[at];
    const beside = points.columns[at] + STROKE < width ? place + STROKE : place - STROKE;
    sum += abs(points.levels[at] - light[beside]);
  }
  return ALIKE + (count === 0 ? 0 : (ALIKE_SHARE * sum) / count);
}
