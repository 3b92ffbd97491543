import { gridAt } from '#core/server/services/media/shots/find-cuts.ts';
import { CELLS, type FrameSignals } from '#core/server/services/media/shots/frame-signals.ts';
import type { Boundary } from '#core/contract/shots.ts';
import { STEPS } from '#plugins/pieces/footage.ts';

/** Changes of brightness in a second, of 255, that are halfway between none and as much as can be. */
const HALF_MOTION = 40;
/** Mean square of the steps from pixel to pixel, of pictures 64 pixels wide, that is halfway between plain and rich. */
const HALF_DETAIL = 500;

/**
 * Measures motion and detail of a video, each as bytes, {@link STEPS} a second. Motion is how fast brightness changes in
 * small pictures, so it is also that of the camera; what changes from one shot to the next is none.
 * @param boundaries between shots
 */
export function measurePictures(
  signals: FrameSignals,
  seconds: number,
  boundaries: readonly Boundary[],
): { motion: Uint8Array; detail: Uint8Array } {
  const { count, times, detail } = signals;
  const steps = Math.ceil(seconds * STEPS);
  const [moved, rich] = [new Means(steps), new Means(steps)];
  let next = 0;
  for (let at = 0; at < count; at++) {
    const time = times[at] ?? 0;
    rich.add(time, detail[at] ?? 0);
    if (at === 0) continue;
    const before = times[at - 1] ?? 0;
    while (next < boundaries.length && (boundaries[next]?.to ?? 0) < before - 1e-4) next++;
    const boundary = boundaries[next];
    const isChange = boundary !== undefined && boundary.from <= time + 1e-4 && boundary.to >= before - 1e-4;
    if (!isChange && time > before) moved.add(time, differenceOf(signals, at) / (time - before));
  }
  return { motion: moved.bytes(HALF_MOTION), detail: rich.bytes(HALF_DETAIL) };
}

/** Mean difference of brightness between a picture and the one before, of 255. */
function differenceOf(signals: FrameSignals, at: number): number {
  const [before, now] = [gridAt(signals, at - 1), gridAt(signals, at)];
  let sum = 0;
  for (let cell = 0; cell < CELLS * CELLS; cell++) sum += Math.abs((now[cell] ?? 0) - (before[cell] ?? 0));
  return sum / (CELLS * CELLS);
}

/** Means of what was measured in each step; of steps without any, the one before. */
class Means {
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;

  constructor(steps: number) {
    this.#sums = new Float64Array(steps);
    this.#counts = new Uint32Array(steps);
  }

  add(seconds: number, value: number): void {
    const step = Math.min(this.#sums.length - 1, Math.max(0, Math.floor(seconds * STEPS)));
    this.#sums[step] = (this.#sums[step] ?? 0) + value;
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
  }

  /** @param half what is halfway: 128 of 255 */
  bytes(half: number): Uint8Array {
    let last = 0;
    return Uint8Array.from(this.#sums, (sum, step) => {
      const count = this.#counts[step] ?? 0;
      if (count > 0) last = sum / count;
      return Math.round((255 * last) / (last + half));
    });
  }
}
