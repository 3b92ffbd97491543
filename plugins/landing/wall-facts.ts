/**
 * The loop that the wall plays, and what is true of its videos. `scripts/make-landing-media.ts` draws it by these
 * numbers and refuses to when the videos' certificate tells otherwise.
 */
export const WALL = {
  videos: 20,
  columns: 5,
  groups: 5,
  clipsOfGroup: 5,
  /** Shots that any two of the videos share at most. */
  mostShared: 1,
  /** Seconds of the loop. */
  seconds: 8.4,
  /** When the shots of the first group begin to arrive: the loop begins with whole videos, which leave before. */
  firstGroupAt: 4.9,
  /** Seconds from one group to the next. */
  groupEvery: 0.55,
  /** When the first video is whole and plays again. */
  playsAt: 7.9,
} as const;
