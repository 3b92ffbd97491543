/** Pixels that a poster has at most. */
const POSTER = { width: 480, height: 854 };
/** Pixels across of one picture of a sheet, and down at most. */
const CELL = { width: 160, height: 284 };

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));

/** The largest size of a picture's ratio within bounds, never above its own; even. */
export function posterSize(width: number, height: number): { width: number; height: number } {
  const factor = Math.min(1, POSTER.width / width, POSTER.height / height);
  return { width: even(width * factor), height: even(height * factor) };
}

/** The size of one picture of a sheet; of very long pictures it shows the middle. */
export function cellSize(width: number, height: number): { width: number; height: number } {
  return { width: CELL.width, height: Math.min(CELL.height, Math.max(16, even((CELL.width * height) / width))) };
}
