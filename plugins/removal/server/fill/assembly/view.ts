import { Bytes, Ints, take } from './memory.ts';
import { across, down } from './strip.ts';

/** Where cells are looked for at a shift. */
@unmanaged
export class View {
  mask: Bytes;
  /** From a cell to the upper left of those that show it. */
  columns: i32;
  rows: i32;
  /** To the ones on its right, below it, and below on the right, which may be the same. */
  right: i32;
  below: i32;
}

export function viewAt(mask: Bytes, x: f64, y: f64): View {
  const view = changetype<View>(take(offsetof<View>()));
  const wholeX = <i32>Math.floor(x);
  const wholeY = <i32>Math.floor(y);
  view.mask = mask;
  view.columns = wholeX >> 1;
  view.rows = wholeY >> 1;
  // Cells that have been moved by an even shift are shown by one; between pixels, those on both sides are needed.
  view.right = (wholeX & 1) === 1 || x !== wholeX ? 1 : 0;
  view.below = (wholeY & 1) === 1 || y !== wholeY ? across : 0;
  return view;
}

/** Whether what is in a cell is seen. */
export function isSeen(view: View, cell: i32): bool {
  const line = cell / across;
  const column = cell - line * across + view.columns;
  const row = line + view.rows;
  if (column < 0 || row < 0 || column + view.right >= across || row >= down) return false;
  if (view.below > 0 && row + 1 >= down) return false;
  const at = changetype<Bytes>(changetype<usize>(view.mask) + row * across + column);
  return (at[0] | at[view.right] | at[view.below] | at[view.right + view.below]) === 0;
}

/** Cells that are looked at to see how many are shown, about. */
const TRIED: i32 = 128;

/** About how many cells are shown. */
export function countShown(cells: Ints, length: i32, view: View): i32 {
  const each = max(1, length / TRIED);
  let count = 0;
  for (let at = 0; at < length; at += each) if (isSeen(view, cells[at])) count += each;
  return count;
}
