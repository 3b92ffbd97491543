import { autorun, reaction } from 'mobx';

import type { StudioPlayback } from './StudioPlayback.ts';

/** Apart by more seconds than this while both play, the second video is put where the first is: two frames. */
const MAX_APART = 0.07;

/**
 * Has one playback do as another does, so that two videos play as one: it plays, stands and is put where that is. A
 * shorter one stands at its end until the other comes back.
 * @param leader the longer one
 * @returns ends that
 */
export function followPlayback(leader: StudioPlayback, follower: StudioPlayback): () => void {
  const isWithin = (): boolean => follower.duration > 0 && leader.time < follower.duration;
  const undos = [
    autorun(() => follower.setMuted(leader.isMuted)),
    reaction(
      () => [leader.speed, isWithin()] as const,
      ([speed, within]) => {
        if (speed === 0 || !within) follower.pause();
        else follower.play(speed);
      },
      { fireImmediately: true },
    ),
    autorun(() => {
      const { time, isPlaying } = leader;
      if (!isWithin()) return;
      if (!isPlaying || Math.abs(follower.time - time) > MAX_APART) follower.seek(time);
    }),
  ];
  return () => {
    for (const undo of undos) undo();
  };
}
