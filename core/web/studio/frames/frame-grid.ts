/** Frames in a second as a fraction: 23.976 is 24000 by 1001. */
export interface FrameRate {
  numerator: number;
  denominator: number;
}

/** When each frame of a video is shown. */
export type FrameGrid =
  | { kind: 'constant'; rate: FrameRate }
  /** Seconds at which each frame begins, ascending: a video of variable rate. */
  | { kind: 'variable'; starts: ArrayLike<number> };

/** The rates of cinema and television that are no whole numbers. */
const NTSC = [24, 30, 48, 60, 120].map((whole) => ({ numerator: whole * 1000, denominator: 1001 }));
/** A rounded time counts as the frame that begins a little later. */
const SLACK = 1e-4;

/** A rate as a fraction: 29.97 and 29.97003 are 30000 by 1001. @throws TypeError for what is no rate */
export function frameRate(perSecond: number): FrameRate {
  if (!Number.isFinite(perSecond) || perSecond <= 0) throw new TypeError(`frameRate: ${perSecond} frames in a second`);
  const whole = Math.round(perSecond);
  if (Math.abs(perSecond - whole) < 0.001) return { numerator: whole, denominator: 1 };
  const known = NTSC.find(({ numerator, denominator }) => Math.abs(perSecond - numerator / denominator) < 0.006);
  return known ?? { numerator: Math.round(perSecond * 1000), denominator: 1000 };
}

/** The grid of a constant rate. */
export function constantGrid(perSecond: number): FrameGrid {
  return { kind: 'constant', rate: frameRate(perSecond) };
}

/** The number of the frame that is shown at a time, from 0. */
export function frameAt(grid: FrameGrid, seconds: number): number {
  const at = Math.max(0, seconds) + SLACK;
  if (grid.kind === 'constant') return Math.floor((at * grid.rate.numerator) / grid.rate.denominator);
  const { starts } = grid;
  let [low, high] = [0, Math.max(0, starts.length - 1)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Seconds at which a frame begins; after the last of a variable grid, at the distance of the last two. */
export function frameStart(grid: FrameGrid, frame: number): number {
  const number = Math.max(0, frame);
  if (grid.kind === 'constant') return (number * grid.rate.denominator) / grid.rate.numerator;
  const { starts } = grid;
  const last = starts.length - 1;
  if (number <= last) return starts[number] ?? 0;
  const length = last < 1 ? 1 / 30 : (starts[last] ?? 0) - (starts[last - 1] ?? 0);
  return (starts[last] ?? 0) + (number - last) * length;
}

/**
 * Where a player is put to show a frame: its middle, because times of players are rounded and the exact start may show
 * the frame before.
 */
export function frameMiddle(grid: FrameGrid, frame: number): number {
  return (frameStart(grid, frame) + frameStart(grid, frame + 1)) / 2;
}

/** The start of the frame that begins nearest to a time. */
export function nearestFrameStart(grid: FrameGrid, seconds: number): number {
  const frame = frameAt(grid, seconds);
  const [start, next] = [frameStart(grid, frame), frameStart(grid, frame + 1)];
  return seconds - start <= next - seconds ? start : next;
}

/** The number of the last frame that begins before the end of a video. */
export function lastFrame(grid: FrameGrid, duration: number): number {
  if (grid.kind === 'variable') return Math.max(0, grid.starts.length - 1);
  return Math.max(0, Math.ceil((duration * grid.rate.numerator) / grid.rate.denominator - 0.01) - 1);
}
