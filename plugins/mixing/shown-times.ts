import { shownFrames, type Rhythm } from '#core/contract/shown-frames.ts';

/** Seconds by which a rate may seem to differ from a usual one, as a share: times are written in whole milliseconds. */
const ROUNDED = 0.0003;

/** Seconds that a picture may be beside its place in an even rhythm. */
const BESIDE = 0.002;

/**
 * How pictures follow each other.
 * @param times when each begins, in seconds of their file, in order
 * @param start where the time of the file begins
 */
export function rhythmOf(times: readonly number[], start: number): Rhythm {
  const [first = start, last = start] = [times[0], times.at(-1)];
  const begins = first - start;
  if (last <= first) return { rate: null, begins };
  const rate = usualRate((times.length - 1) / (last - first));
  const isEven = times.every((time, index) => Math.abs(time - first - index / rate) <= BESIDE);
  return { rate: isEven ? rate : null, begins };
}

/** The whole number of pictures a second, or the one of television slightly below it, that a measured rate means. */
function usualRate(measured: number): number {
  const usual = [Math.round(measured), (Math.round(measured * 1.001) * 1000) / 1001];
  return usual.find((rate) => Math.abs(rate / measured - 1) <= ROUNDED) ?? measured;
}

/** The times of a file whose pictures a shot shows, from one of its frames on: the same as in a video. */
export function* shownTimes(
  { start, rhythm }: { start: number; rhythm: Rhythm },
  { window, speed, frames }: { window: { start: number }; speed: number; frames: number },
  fps: number,
  from: number,
): Generator<number, void, undefined> {
  const { moment } = shownFrames({ rhythm, start: window.start, speed, fps, frames });
  for (let frame = from; frame < frames; frame++) yield start + window.start + moment + (frame / fps) * speed;
}
