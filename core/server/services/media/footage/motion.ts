import { OUTSIDE } from './picture-likeness.ts';

/** Frames to each side over which a slow change is told from a quick one. */
const AROUND = 4;

/** What moves in a number of pictures, point by point. */
export interface Motion {
  /** How each point differs from its mean over all pictures. */
  all: Float32Array;
  /** How each point differs from its mean over the pictures just before and after: what happens when. */
  quick: Float32Array;
}

/** Takes what moves out of pictures of so many points each. */
export function motionOf(pictures: Int8Array, points: number): Motion {
  const frames = pictures.length / points;
  const all = new Float32Array(pictures.length);
  const quick = new Float32Array(pictures.length);
  const sums = new Float64Array(frames + 1);
  for (let point = 0; point < points; point++) {
    // A point outside in one picture is outside in all of them.
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
