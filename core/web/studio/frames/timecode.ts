import { frameAt, frameStart, type FrameGrid } from './frame-grid.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * A time to the frame: `0:07:12` is the thirteenth frame of the eighth second, `1:00:07:12` an hour later. Seconds are
 * those of the clock at every rate, so that nothing drifts in hours of 29.97 frames a second.
 */
export function timecode(grid: FrameGrid, seconds: number): string {
  const frame = frameAt(grid, seconds);
  const whole = Math.floor(frameStart(grid, frame) + 1e-6);
  const first = firstFrameOf(grid, whole);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const clock = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${clock}:${two(whole % 60)}:${two(frame - first)}`;
}

/** Reads what {@link timecode} writes, and shorter: `12` is a frame, `7:12` seconds and frame. Null for anything else. */
export function readTimecode(grid: FrameGrid, text: string): number | null {
  const parts = text.trim().split(/[:;.：]/);
  if (parts.length > 4 || !parts.every((part) => /^\d{1,6}$/.test(part))) return null;
  const [frames = 0, seconds = 0, minutes = 0, hours = 0] = parts.map(Number).toReversed();
  const whole = hours * 3600 + minutes * 60 + seconds;
  return frameStart(grid, firstFrameOf(grid, whole) + frames);
}

/** The first frame that begins in a second. */
function firstFrameOf(grid: FrameGrid, second: number): number {
  const frame = frameAt(grid, second);
  return frameStart(grid, frame) < second - 1e-4 ? frame + 1 : frame;
}
