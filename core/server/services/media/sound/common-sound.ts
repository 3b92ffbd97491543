/** Sample rate in hertz of every sound inside the engine. */
export const SAMPLE_RATE = 48_000;

/** Converts any sound to 48 kHz stereo that starts at 0, filling gaps with silence. */
export const COMMON_SOUND = `aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=stereo`;

/** The number of samples that a number of frames lasts. */
export function samplesOf(frames: number, fps: number): number {
  return Math.round((frames * SAMPLE_RATE) / fps);
}
