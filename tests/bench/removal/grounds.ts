import { busyGround } from '#tests/fixtures/removal/drawn-strip.ts';

/** Details of all sizes. */
export const foliage = (x: number, y: number): number => busyGround(x, y);

/** Soft lights. */
export const blobs = (x: number, y: number): number =>
  120 + 50 * Math.sin(x / 90) * Math.cos(y / 70) + 25 * Math.sin((x + y) / 37) + 8 * Math.sin(x / 9 + y / 13);

/** Walls with windows, and lines that lean. */
export function town(x: number, y: number): number {
  const house = Math.floor(x / 130);
  const wall = 90 + ((house * 53) % 90);
  const [column, row] = [((x % 130) + 130) % 130, ((y % 48) + 48) % 48];
  const isWindow = column % 32 > 10 && column % 32 < 26 && row > 14 && row < 38;
  const roof = y < 200 + ((house * 37) % 60) + Math.abs(column - 65) * 0.4;
  if (roof) return 190 - y / 8;
  return isWindow ? 40 + ((house * 31 + Math.floor(y / 48) * 17) % 60) : wall + ((x * 7 + y * 3) % 11);
}
