import type { MixOutput, MixShot } from '#plugins/mixing/mix-run.ts';

/** One shot of a video, and the other videos that have it too. */
export interface ShotUse {
  shot: MixShot;
  /** In the order of the run. */
  others: readonly MixOutput[];
}

/** Tells where else each shot of a video is used: the same stretch of the same clip. */
export function shotUses(output: MixOutput, among: readonly MixOutput[]): ShotUse[] {
  return output.params.shots.map((shot) => ({
    shot,
    others: among.filter(({ id, params }) => id !== output.id && params.shots.some((other) => isSame(shot, other))),
  }));
}

function isSame(one: MixShot, other: MixShot): boolean {
  return (
    one.material === other.material && one.window.start === other.window.start && one.window.end === other.window.end
  );
}
