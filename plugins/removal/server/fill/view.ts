import type { Planes } from '#core/server/services/media/cut/planes.ts';

import type { Shift } from './strip.ts';

/** Where cells are looked for at a shift. */
export interface View {
  mask: Uint8Array;
  across: number;
  down: number;
  /** From a cell to the upper left of those that show it. */
  columns: number;
  rows: number;
  /** To the ones on its right, below it, and below on the right, which may be the same. */
  right: number;
  below: number;
}

export function viewAt({ width, height }: Planes, mask: Uint8Array, { x, y }: Shift): View {
  const [across, down] = [width / 2, height / 2];
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)];
  const [columns, rows] = [wholeX >> 1, wholeY >> 1];
  // Cells that have been moved by an even shift are shown by one; between pixels, those on both sides are needed.
  const isOver = (whole: number, shift: number) => (whole & 1) === 1 || shift !== whole;
  return { mask, across, down, columns, rows, right: isOver(wholeX, x) ? 1 : 0, below: isOver(wholeY, y) ? across : 0 };
}

/** Whether what is in a cell is seen. */
export function isSeen({ mask, across, down, columns, rows, right, below }: View, cell: number): boolean {
  const line = (cell / across) | 0;
  const column = (cell - line * across + columns) | 0;
  const row = (line + rows) | 0;
  if (column < 0 || row < 0 || column + right >= across || row >= down || (below > 0 && row + 1 >= down)) return false;
  const at = (row * across + column) | 0;
  return ((mask[at] ?? 0) | (mask[at + right] ?? 0) | (mask[at + below] ?? 0) | (mask[at + right + below] ?? 0)) === 0;
}
