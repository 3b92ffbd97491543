import type { PreviewShot } from './preview-engine.ts';

/** A shot that is visible at a frame. */
export interface SeenShot {
  /** Index into the composition's shots. */
  shot: number;
  /** Frame of the shot, from 0. */
  frame: number;
}

/** What a frame of the output shows: one shot, or one that blends into the next. */
export interface FrameContent extends SeenShot {
  /** The incoming shot and its progress, from 0 at its first frame to nearly 1. */
  next: (SeenShot & { progress: number }) | null;
}

/** The positions of a composition's shots, in frames of the output. */
export interface Timeline {
  /** The first frame of each shot. */
  starts: readonly number[];
  frames: number;
  /** @param frame is brought into the output */
  at(frame: number): FrameContent;
}

/** Lays a composition's shots after each other, each sharing its last frames with the next. */
export function timelineOf({ shots }: { shots: ReadonlyArray<Pick<PreviewShot, 'frames' | 'blendAfter'>> }): Timeline {
  const starts: number[] = [];
  let end = 0;
  shots.forEach(({ frames, blendAfter }, index) => {
    starts.push(end);
    end += frames - (index === shots.length - 1 ? 0 : blendAfter);
  });
  const startOf = (index: number) => starts[index] ?? 0;
  return {
    starts,
    frames: end,
    at(wanted) {
      const frame = Math.min(Math.max(0, Math.floor(wanted)), Math.max(0, end - 1));
      let shot = shots.length - 1;
      while (shot > 0 && startOf(shot) > frame) shot -= 1;
      const before = shots[shot - 1];
      const into = frame - startOf(shot);
      if (before === undefined || into >= before.blendAfter) return { shot, frame: into, next: null };
      return {
        shot: shot - 1,
        frame: frame - startOf(shot - 1),
        next: { shot, frame: into, progress: into / before.blendAfter },
      };
    },
  };
}
