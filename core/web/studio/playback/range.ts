import { frameAt, frameStart, lastFrame, nearestFrameStart, type FrameGrid } from '../frames/frame-grid.ts';

/** A stretch of a video in seconds: the first frame begins at `start`, the last one ends at `end`. */
export interface TimeRange {
  start: number;
  end: number;
}

/** The whole of a video. */
export function wholeRange(duration: number): TimeRange {
  return { start: 0, end: duration };
}

/** A range whose first frame is the one shown at a time; an end that would be before it goes to the end of the video. */
export function withIn(range: TimeRange, seconds: number, grid: FrameGrid, duration: number): TimeRange {
  const frame = Math.min(frameAt(grid, seconds), lastFrame(grid, duration));
  const start = frameStart(grid, frame);
  return { start, end: range.end > start + 1e-6 ? range.end : duration };
}

/** A range whose last frame is the one shown at a time; a start that would be after it goes to the beginning. */
export function withOut(range: TimeRange, seconds: number, grid: FrameGrid, duration: number): TimeRange {
  const frame = Math.min(frameAt(grid, seconds), lastFrame(grid, duration));
  const end = Math.min(duration, frameStart(grid, frame + 1));
  return { start: range.start < end - 1e-6 ? range.start : 0, end };
}

/** Limits of ranges that are moved on a timeline. */
export interface RangeLimits {
  duration: number;
  /** The least seconds of a range. */
  least: number;
  /** Edges are on frames of it. */
  grid?: FrameGrid;
}

const onGrid = (seconds: number, grid: FrameGrid | undefined): number =>
  grid === undefined ? Math.round(seconds * 100) / 100 : nearestFrameStart(grid, seconds);

/** A range with one of its edges moved to a time: inside the video, and no shorter than the least. */
export function moveRangeEdge(range: TimeRange, edge: 'start' | 'end', to: number, limits: RangeLimits): TimeRange {
  const { duration, least, grid } = limits;
  const { start, end } = range;
  if (edge === 'start') return { start: Math.max(0, Math.min(onGrid(to, grid), end - least)), end };
  // The end of a video need not be where a frame would end.
  const moved = to >= duration ? duration : onGrid(to, grid);
  return { start, end: Math.min(duration, Math.max(moved, start + least)) };
}

/** A range moved as a whole, inside the video. @param to where it begins */
export function moveRange({ start, end }: TimeRange, to: number, { duration, grid }: RangeLimits): TimeRange {
  const length = end - start;
  const begin = Math.max(0, Math.min(onGrid(to, grid), duration - length));
  return { start: begin, end: begin + length };
}
