import { Bytes, giveBack, taken, takeInts, takeZeros } from './memory.ts';
import { refine } from './motion.ts';
import { Points } from './points.ts';
import { across, cellCount, down, Motion, Planes, round, StripFrame } from './strip.ts';
import { takeCells } from './take-cells.ts';
import { Tile, tilesOf } from './tiles.ts';
import { countShown, isSeen, View, viewAt } from './view.ts';

/** The share of a tile's open cells that a frame has to show to be worth a look: at first, and when none shows that. */
const WORTH: StaticArray<f64> = [0.4, 0.12, 0.03];
/** Frames in a row that show something else at a tile, after which no more are looked at. */
const UNLIKE: i32 = 6;
/** Levels that a frame may be brighter, and that its colours may differ. */
const BRIGHTER: f64 = 24;
const TINTED: f64 = 4;
/** Pixels that a shift may be off that was summed up from frame to frame: for near frames, and for far ones. */
const OFF_NEAR: i32 = 2;
const OFF_FAR: i32 = 6;
const FAR: i32 = 20;

/** A frame that may show what text hides in another, and where in it that is looked for. */
@unmanaged
export class Lender {
  frame: StripFrame;
  /** Frames between the two. */
  distance: i32;
  expectedX: f64;
  expectedY: f64;
  view: View;
  /** How many cells of the tile at hand it may show at most. */
  shown: i32;
}

function lenderAt(lenders: usize, at: i32): Lender {
  return changetype<Lender>(lenders + <usize>at * offsetof<Lender>());
}

/** Says where a lender shows a frame. */
export function lend(lenders: usize, at: i32, other: StripFrame, distance: i32, frame: StripFrame): void {
  const lender = lenderAt(lenders, at);
  lender.frame = other;
  lender.distance = distance;
  lender.expectedX = other.movedX - frame.movedX;
  lender.expectedY = other.movedY - frame.movedY;
  lender.view = viewAt(other.mask, round(lender.expectedX), round(lender.expectedY));
}

/** How many cells {@link borrow} has found nowhere. */
export let leftOpen: i32 = 0;

/**
 * Fills cells with what is seen there in other frames, nearer ones first.
 * @param planes of the frame, which are changed
 * @param hole cells to be filled: 1; those that were are set to 0
 * @returns how many were filled
 */
export function borrow(frame: StripFrame, lenders: usize, count: i32, planes: Planes, hole: Bytes): i32 {
  let filled = 0;
  leftOpen = 0;
  for (let at = tilesOf(frame, hole); at !== 0; at = changetype<Tile>(at).next) {
    const tile = changetype<Tile>(at);
    for (let number = 0; number < tile.count; number++) hole[tile.cells[number]] = 0;
    const before = tile.count;
    fillTile(frame, tile, lenders, count, planes);
    for (let number = 0; number < tile.count; number++) hole[tile.cells[number]] = 1;
    filled += before - tile.count;
    leftOpen += tile.count;
  }
  return filled;
}

/** Fills a tile from few frames: from near ones that show much of it at first, then from those that show less. */
function fillTile(frame: StripFrame, tile: Tile, lenders: usize, count: i32, planes: Planes): void {
  for (let at = 0; at < count; at++) lenderAt(lenders, at).shown = i32.MAX_VALUE;
  let unlike = 0;
  const before = taken();
  for (let round = 0; round < WORTH.length; round++) {
    const worth = unchecked(WORTH[round]);
    for (let at = 0; at < count; at++) {
      giveBack(before);
      if (tile.count === 0 || unlike === UNLIKE) return;
      const least = Math.max(1, tile.count * worth);
      const lender = lenderAt(lenders, at);
      if (lender.shown < least) continue;
      lender.shown = countShown(tile.cells, tile.count, lender.view);
      if (lender.shown < least) continue;
      lender.shown = 0;
      const other = lender.frame;
      const off = lender.distance > FAR ? OFF_FAR : OFF_NEAR;
      const motion = refine(other.planes, other.mask, tile.points, lender.expectedX, lender.expectedY, off);
      if (
        !isAlike(motion, tile.limit) ||
        tintBetween(frame.planes, other.planes, other.mask, tile.points, motion) > TINTED
      ) {
        unlike++;
        continue;
      }
      unlike = 0;
      takeFrom(other.planes, other.mask, motion, planes, tile);
    }
  }
}

function isAlike(motion: Motion, limit: f64): bool {
  return motion.difference <= limit && Math.abs(motion.brighter) <= BRIGHTER;
}

/** Mean difference of colours at a shift. */
function tintBetween(from: Planes, to: Planes, blocked: Bytes, points: Points, motion: Motion): f64 {
  const shiftX = round(motion.x / 2);
  const shiftY = round(motion.y / 2);
  const shift = shiftY * across + shiftX;
  const cells = points.cells;
  const columns = points.columns;
  const rows = points.rows;
  const blue = from.blue;
  const red = from.red;
  const otherBlue = to.blue;
  const otherRed = to.red;
  let sum = 0;
  let count = 0;
  for (let at = 0, end = points.count; at < end; at++) {
    const column = (columns[at] >> 1) + shiftX;
    const row = (rows[at] >> 1) + shiftY;
    if (column < 0 || row < 0 || column >= across || row >= down) continue;
    const cell = cells[at];
    const other = cell + shift;
    if (blocked[other] === 1) continue;
    sum += abs(blue[cell] - otherBlue[other]) + abs(red[cell] - otherRed[other]);
    count += 2;
  }
  return count === 0 ? 0 : <f64>sum / count;
}

/** Takes what is seen of a tile's cells from other planes; those that are not seen there are left to it. */
function takeFrom(from: Planes, mask: Bytes, motion: Motion, to: Planes, tile: Tile): void {
  const view = viewAt(mask, motion.x, motion.y);
  const seen = takeInts(tile.count);
  const cells = tile.cells;
  let count = 0;
  let left = 0;
  for (let at = 0; at < tile.count; at++) {
    const cell = cells[at];
    if (isSeen(view, cell)) seen[count++] = cell;
    else cells[left++] = cell;
  }
  tile.count = left;
  takeCells(from, motion, to, seen, count);
}

/**
 * Carries over what was put into the frame before, where nothing better is known, so that it does not flicker.
 * @param before the frame before, and `made` what it was filled to
 * @returns the cells that have something carried over
 */
export function carryOver(frame: StripFrame, before: StripFrame, made: Planes, planes: Planes, hole: Bytes): Bytes {
  const carried = takeZeros(cellCount);
  const nothing = takeZeros(cellCount);
  const tiles = tilesOf(frame, hole);
  const kept = taken();
  for (let at = tiles; at !== 0; at = changetype<Tile>(at).next) {
    giveBack(kept);
    const tile = changetype<Tile>(at);
    const points = tile.points;
    const expectedX = before.movedX - frame.movedX;
    const motion = refine(before.planes, before.mask, points, expectedX, before.movedY - frame.movedY, OFF_NEAR);
    if (!isAlike(motion, tile.limit)) continue;
    if (tintBetween(frame.planes, before.planes, before.mask, points, motion) > TINTED) continue;
    for (let number = 0; number < tile.count; number++) carried[tile.cells[number]] = 1;
    takeFrom(made, nothing, motion, planes, tile);
    for (let number = 0; number < tile.count; number++) carried[tile.cells[number]] = 0;
  }
  return carried;
}
