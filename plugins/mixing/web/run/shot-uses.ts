import type { MixOutput } from '#plugins/mixing/calls.ts';

/** One shot of a video, and the other videos that have it too. */
export interface ShotUse {
  shot: MixOutput['shots'][number];
  /** In the order of the run. */
  others: readonly MixOutput[];
}

/** Tells where else each shot of a video is used: the same stretch of the same clip. */
export function shotUses(output: MixOutput, among: readonly MixOutput[]): ShotUse[] {
  return output.shots.map((shot) => ({
    shot,
    others: among.filter(({ id, shots }) => id !== output.id && shots.some((other) => isSame(shot, other))),
  }));
}

function isSame(one: ShotUse['shot'], other: ShotUse['shot']): boolean {
  return (
    one.material === other.material && one.window.start === other.window.start && one.window.end === other.window.end
  );
}
