// Made from docs/benchmarks.md by scripts/generate-landing-numbers.ts; do not edit.

/** Numbers of the benchmarks: of the last three runs, the worst. */
export const BENCHMARKS = {
  /** CPU time of plain ffmpeg for fifty videos against ours, with hard cuts. */
  timesPlainFfmpeg: 9.1,
  /** Wall-clock seconds of one further video. */
  secondsOfOneMore: 0.85,
  /** Pairs of 900 videos that are compared, and the seconds that takes. */
  pairs: 404_550,
  secondsOfPairs: 1.32,
} as const;
