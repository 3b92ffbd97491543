/** Milliseconds by which the last cue may end behind its video: players round. */
const SLACK = 500;

/** Whether cues can be those of a video. @param seconds null where nobody knows how long it is */
export function fitsVideo(cues: readonly { end: number }[], seconds: number | null): boolean {
  return seconds === null || cues.every(({ end }) => end <= seconds * 1000 + SLACK);
}
