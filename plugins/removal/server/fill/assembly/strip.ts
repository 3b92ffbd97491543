import { Bytes, Ints } from './memory.ts';

// Whatever is decided of a pixel is decided of two by two, which share their colour: a cell.

/** Pixels of a frame's sides, cells in a row and of all rows, and all cells of it. */
export let width: i32 = 0;
export let height: i32 = 0;
export let across: i32 = 0;
export let down: i32 = 0;
export let cellCount: i32 = 0;

export function setSize(columns: i32, rows: i32): void {
  width = columns;
  height = rows;
  across = columns >> 1;
  down = rows >> 1;
  cellCount = across * down;
}

/** The planes of a frame, one behind the other. */
@unmanaged
export class Planes {
  @inline get light(): Bytes {
    return changetype<Bytes>(changetype<usize>(this));
  }
  @inline get blue(): Bytes {
    return changetype<Bytes>(changetype<usize>(this) + 4 * cellCount);
  }
  @inline get red(): Bytes {
    return changetype<Bytes>(changetype<usize>(this) + 5 * cellCount);
  }
}

/** Bytes that the planes of a frame take. */
export function planesSize(): i32 {
  return 6 * cellCount;
}

export function copyPlanes(from: Planes, to: Planes): void {
  memory.copy(changetype<usize>(to), changetype<usize>(from), planesSize());
}

/** Text in a frame. */
@unmanaged
export class Spot {
  /** The same as long as the same text is there. */
  id: i32;
  /** Where it is, in cells. */
  left: i32;
  top: i32;
  right: i32;
  bottom: i32;
  /** It is at rest, so that what stays as it is while the ground moves belongs to it. */
  rests: bool;
  /** All of the box is removed, and not only strokes that are found in it. */
  whole: bool;
  /** Strokes in it, cell by cell; behind them zeros up to a whole number of vectors. */
  strokes: Bytes;

  @inline get across(): i32 {
    return this.right - this.left;
  }
  @inline get down(): i32 {
    return this.bottom - this.top;
  }
  @inline get count(): i32 {
    return this.across * this.down;
  }
}

/** A frame of the part of a video in which text is. */
@unmanaged
export class StripFrame {
  planes: Planes;
  spots: usize;
  spotCount: i32;
  /** Frames with the same number have no cut between them. */
  shot: i32;
  /** How far the ground has moved since the first frame, in pixels. */
  movedX: f64;
  movedY: f64;
  /** Cells that are filled: 1. */
  mask: Bytes;
  /** Whether there are any. */
  isMasked: bool;
  /** Cells in which there may be text, before that is known well: 1. */
  suspects: Bytes;

  @inline spotAt(at: i32): Spot {
    return changetype<Spot>(this.spots + <usize>at * offsetof<Spot>());
  }
}

/** How the ground is found again in another frame. */
@unmanaged
export class Motion {
  /** Pixels. */
  x: f64;
  y: f64;
  /** Mean difference that is left, in levels. */
  difference: f64;
  /** By how much the other picture is brighter. */
  brighter: f64;
}

/** The place of the whole number next to one. */
export function round(value: f64): i32 {
  return <i32>Math.floor(value + 0.5);
}

export function clamp(value: i32, least: i32, most: i32): i32 {
  return value < least ? least : value > most ? most : value;
}

export function levelOf(value: f64): i32 {
  return value <= 0 ? 0 : value >= 255 ? 255 : <i32>(value + 0.5);
}

/** Numbers of cells. */
@unmanaged
export class Cells {
  at: Ints;
  count: i32;
}
