/** Share of footage that may be found in common beyond what was planned: frames fall differently, cameras return. */
export const TOLERANCE = 0.1;

/**
 * The most footage that two outputs may share, as a share of the shorter one's telling frames. It counts
 * in the frames that are compared, not in seconds: where a third clip is mostly black, the other two
 * make up more of what can be told.
 * @param plannedFrames telling frames of the shots that were planned in common
 * @param frames telling frames of the shorter output
 */
export function footageLimit(plannedFrames: number, frames: number): number {
  return Math.min(1, plannedFrames / Math.max(1, frames) + TOLERANCE);
}
