import { OUTSIDE } from './picture-likeness.ts';

/** Radius in frames of the window that separates slow changes from quick ones. */
const AROUND = 4;

/** Motion in a sequence of pictures, point by point. */
export interface Motion {
  /** Each point's deviation from its mean over all pictures. */
  all: Float32Array;
  /** Each point's deviation from its mean over the neighbouring pictures: what happens when. */
  quick: Float32Array;
}

/** Extracts the motion from pictures with the given number of points. */
export function motionOf(pictures: Int8Array, points: number): Motion {
  const frames = pictures.length / points;
  const all = new Float32Array(pictures.length);
  const quick = new Float32Array(pictures.length);
  const sums = new Float64Array(frames + 1);
  for (let point = 0; point < points; point++) {
    // A point outside of one picture is outside of all.
    if (pictures[point] === OUTSIDE) continue;
    for (let frame = 0; frame < frames; frame++) {
      sums[frame + 1] = (sums[frame] ?? 0) + (pictures[frame * points + point] ?? 0);
    }
    const mean = (sums[frames] ?? 0) / frames;
    for (let frame = 0; frame < frames; frame++) {
      const at = frame * points + point;
      const [from, to] = [Math.max(0, frame - AROUND), Math.min(frames, frame + AROUND + 1)];
      const near = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
      all[at] = (pictures[at] ?? 0) - mean;
      quick[at] = (pictures[at] ?? 0) - near;
    }
  }
  return { all, quick };
}
