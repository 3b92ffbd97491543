import { clock } from '#core/web/i18n/clock.ts';
import { frameAt, frameStart, type FrameGrid } from './frame-grid.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/**
 * A time to the frame: `0:07:12` is the thirteenth frame of the eighth second, `1:00:07:12` an hour later. Seconds are
 * those of the clock at every rate, so that nothing drifts in hours of 29.97 frames a second. The end of a video of
 * variable rate is no frame, and told as {@link lengthCode} does.
 */
export function timecode(grid: FrameGrid, seconds: number): string {
  if (grid.kind === 'variable' && seconds > frameStart(grid, grid.starts.length - 1) + END)
    return inHundredths(seconds);
  const frame = frameAt(grid, seconds);
  const whole = Math.floor(frameStart(grid, frame) + 1e-6);
  const first = firstFrameOf(grid, whole);
  return `${clock(whole)}:${two(frame - first)}`;
}

/** A length to the frame; at a variable rate, where frames measure nothing, in hundredths of a second: `0:08.70`. */
export function lengthCode(grid: FrameGrid, seconds: number): string {
  return grid.kind === 'constant' ? timecode(grid, seconds) : inHundredths(seconds);
}

/** A length for reading, to the tenth of a second below a minute: `0:07.5`, `12:07`, `1:00:07`. */
export function lengthWords(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${clock(Math.floor(tenths / 10))}${tenths < 600 ? `.${tenths % 10}` : ''}`;
}

/** Seconds after the start of the last frame from which on a time is the end of the video. */
const END = 1e-3;

function inHundredths(seconds: number): string {
  const hundredths = Math.round(Math.max(0, seconds) * 100);
  return `${clock(Math.floor(hundredths / 100))}.${two(hundredths % 100)}`;
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
