import type { Planes } from '#core/server/services/media/cut/planes.ts';

import { refine, type Motion } from './motion.ts';
import { pointsWithin, type Ground, type Points } from './points.ts';
import type { Shift, StripFrame } from './strip.ts';
import { takeCells } from './take-cells.ts';
import { isSeen, viewAt, type View } from './view.ts';

/** Cells of a side of the tiles that are found in other frames each by itself, about, and around one that are compared. */
const [TILE, AROUND] = [48, 12];
/** Pixels that are compared for a tile, at most. */
const POINTS = 144;
/** The share of a tile's open cells that a frame has to show to be worth a look: at first, and when none shows that. */
const WORTH = [0.4, 0.12, 0.03];
/** Frames in a row that show something else at a tile, after which no more are looked at. */
const UNLIKE = 6;
/** Levels by which frames may differ to show the same, and the share of what pixels differ across a stroke. */
const [ALIKE, ALIKE_SHARE] = [2.5, 0.45];
/** Pixels across a stroke. */
const STROKE = 8;
/** Levels that a frame may be brighter, and that its colours may differ. */
const [BRIGHTER, TINTED] = [24, 4];
/** Pixels that a shift may be off that was summed up from frame to frame: for near frames, and for far ones. */
const [OFF_NEAR, OFF_FAR, FAR] = [2, 6, 20];

/** A part of a frame that has cells to be filled. */
interface Tile {
  cells: Int32Array;
  points: Points;
  /** Levels by which other frames may differ. */
  limit: number;
}

/** A frame that may show what text hides in another. */
export interface Lender {
  frame: StripFrame;
  /** Frames between the two. */
  distance: number;
}

/**
 * Fills cells with what is seen there in other frames, nearer ones first.
 * @param planes of the frame, which are changed
 * @param hole cells to be filled: 1; those that were are set to 0
 * @returns how many were filled
 */
export function borrow(frame: StripFrame, lenders: readonly Lender[], planes: Planes, hole: Uint8Array): number {
  const found = lenders.map((lender): Found => {
    const { moved, planes: other, mask } = lender.frame;
    const expected = { x: moved.x - frame.moved.x, y: moved.y - frame.moved.y };
    return { ...lender, expected, view: viewAt(other, mask, rounded(expected)) };
  });
  let filled = 0;
  for (const tile of tilesOf(frame, hole)) {
    const open = fillTile(frame, tile, found, planes);
    for (const cell of tile.cells) hole[cell] = 0;
    for (const cell of open) hole[cell] = 1;
    filled += tile.cells.length - open.length;
  }
  return filled;
}

/** A frame that may show what is hidden, and where in it that is looked for. */
interface Found extends Lender {
  expected: Shift;
  view: View;
}

/**
 * Fills a tile from few frames: from near ones that show much of it at first, then from those that show less.
 * @returns the cells that no frame shows
 */
function fillTile(frame: StripFrame, tile: Tile, lenders: readonly Found[], planes: Planes): Int32Array {
  // How many cells each may show at most.
  const shown = lenders.map(() => Infinity);
  let open = tile.cells;
  let unlike = 0;
  for (const worth of WORTH) {
    for (const [at, { frame: other, distance, expected, view }] of lenders.entries()) {
      if (open.length === 0 || unlike === UNLIKE) return open;
      const least = Math.max(1, open.length * worth);
      if ((shown[at] ?? 0) < least) continue;
      shown[at] = countShown(open, view);
      if ((shown[at] ?? 0) < least) continue;
      shown[at] = 0;
      const lender = { planes: other.planes, blocked: other.mask };
      const motion = refine(lender, tile.points, expected, distance > FAR ? OFF_FAR : OFF_NEAR);
      if (!isAlike(motion, tile.limit) || tintBetween(frame.planes, lender, tile.points, motion) > TINTED) {
        unlike++;
        continue;
      }
      unlike = 0;
      open = takeFrom(other.planes, other.mask, motion, planes, open);
    }
  }
  return open;
}

/** Cells that are looked at to see how many are shown, about. */
const TRIED = 128;

/** About how many cells are shown. */
function countShown(cells: Int32Array, view: View): number {
  const each = Math.max(1, Math.floor(cells.length / TRIED));
  let count = 0;
  for (let at = 0; at < cells.length; at += each) if (isSeen(view, cells[at] ?? 0)) count += each;
  return count;
}

const isAlike = ({ difference, brighter }: Motion, limit: number): boolean =>
  difference <= limit && Math.abs(brighter) <= BRIGHTER;

/** Mean difference of colours at a shift. */
function tintBetween(from: Planes, { planes, blocked }: Ground, points: Points, { x, y }: Shift): number {
  const [across, down] = [from.width / 2, from.height / 2];
  const [shiftX, shiftY] = [Math.round(x / 2), Math.round(y / 2)];
  const shift = shiftY * across + shiftX;
  const { cells, columns, rows } = points;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < cells.length; at++) {
    const column = ((columns[at] ?? 0) >> 1) + shiftX;
    const row = ((rows[at] ?? 0) >> 1) + shiftY;
    if (column < 0 || row < 0 || column >= across || row >= down) continue;
    const cell = cells[at] ?? 0;
    const other = (cell + shift) | 0;
    if (blocked[other] === 1) continue;
    sum = (sum + Math.abs((from.blue[cell] ?? 0) - (planes.blue[other] ?? 0))) | 0;
    sum = (sum + Math.abs((from.red[cell] ?? 0) - (planes.red[other] ?? 0))) | 0;
    count += 2;
  }
  return count === 0 ? 0 : sum / count;
}

const rounded = ({ x, y }: Shift): Shift => ({ x: Math.round(x), y: Math.round(y) });

/**
 * Carries over what was put into the frame before, where nothing better is known, so that it does not flicker.
 * @param last the frame before, and what it was filled to
 * @returns the cells that have something carried over
 */
export function carryOver(
  frame: StripFrame,
  last: { frame: StripFrame; planes: Planes },
  planes: Planes,
  hole: Uint8Array,
): Uint8Array {
  const carried = new Uint8Array(hole.length);
  const nothing = new Uint8Array(hole.length);
  const before = { planes: last.frame.planes, blocked: last.frame.mask };
  for (const { cells, points, limit } of tilesOf(frame, hole)) {
    const expected = { x: last.frame.moved.x - frame.moved.x, y: last.frame.moved.y - frame.moved.y };
    const motion = refine(before, points, expected, OFF_NEAR);
    if (!isAlike(motion, limit) || tintBetween(frame.planes, before, points, motion) > TINTED) continue;
    for (const cell of cells) carried[cell] = 1;
    for (const cell of takeFrom(last.planes, nothing, motion, planes, cells)) carried[cell] = 0;
  }
  return carried;
}

/** The side of tiles that share a length evenly. */
const evenStep = (length: number): number => Math.ceil(length / Math.max(1, Math.round(length / TILE)));

function tilesOf(frame: StripFrame, hole: Uint8Array): Tile[] {
  const { width, height } = frame.planes;
  const [across, down] = [width / 2, height / 2];
  const tiles: Tile[] = [];
  const taken = new Uint8Array(hole.length);
  for (const { box } of frame.spots) {
    const [left, top, right, bottom] = [box.left / 2, box.top / 2, box.right / 2, box.bottom / 2];
    // A narrow rest would cost as much as a whole tile.
    const [stepX, stepY] = [evenStep(right - left), evenStep(bottom - top)];
    for (let y = top; y < bottom; y += stepY) {
      for (let x = left; x < right; x += stepX) {
        const [endX, endY] = [Math.min(right, x + stepX), Math.min(bottom, y + stepY)];
        const cells: number[] = [];
        for (let row = y; row < endY; row++) {
          for (let column = x; column < endX; column++) {
            const cell = row * across + column;
            if (hole[cell] === 0 || taken[cell] === 1) continue;
            taken[cell] = 1;
            cells.push(cell);
          }
        }
        if (cells.length === 0) continue;
        const points = pointsWithin({ planes: frame.planes, blocked: frame.mask }, POINTS, {
          ...{ left: Math.max(0, x - AROUND), top: Math.max(0, y - AROUND) },
          ...{ right: Math.min(across, endX + AROUND), bottom: Math.min(down, endY + AROUND) },
        });
        tiles.push({ cells: new Int32Array(cells), points, limit: limitOf(frame, points) });
      }
    }
  }
  return tiles;
}

function limitOf({ planes: { width, light } }: StripFrame, { places, columns, levels }: Points): number {
  let sum = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    const beside = (columns[at] ?? 0) + STROKE < width ? place + STROKE : place - STROKE;
    sum += Math.abs((levels[at] ?? 0) - (light[beside] ?? 0));
  }
  return ALIKE + (places.length === 0 ? 0 : (ALIKE_SHARE * sum) / places.length);
}

/** Takes what is seen of cells from other planes. @returns the cells that are not seen there */
function takeFrom(from: Planes, mask: Uint8Array, motion: Motion, to: Planes, cells: Int32Array): Int32Array {
  const view = viewAt(from, mask, motion);
  const [seen, left] = [new Int32Array(cells.length), new Int32Array(cells.length)];
  let count = 0;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? 0;
    if (isSeen(view, cell)) seen[count++] = cell;
    else left[at - count] = cell;
  }
  takeCells(from, motion, to, seen.subarray(0, count));
  return left.subarray(0, cells.length - count);
}
