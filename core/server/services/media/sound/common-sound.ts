/** Sample rate in hertz of every sound inside the engine. */
export const SAMPLE_RATE = 48_000;

/**
 * Filters that convert any sound to 48 kHz stereo that starts at 0, filling gaps with silence. Of surround sound the
 * centre and the rear come 3 dB lower into both sides, as broadcasters mix it. Computed with fractions, because with
 * whole numbers ffmpeg turns everything down until no sum can exceed full scale.
 * @param channels of the sound; more than two may add up to more than full scale, and are limited
 */
export function commonSound(channels: number): string {
  const stereo = `aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo`;
  const limited = channels > 2 ? ',alimiter=limit=0.99:level=0:attack=1:release=50' : '';
  return `${stereo}${limited},aformat=sample_fmts=s16:channel_layouts=stereo`;
}

/** The number of samples that a number of frames lasts. */
export function samplesOf(frames: number, fps: number): number {
  return Math.round((frames * SAMPLE_RATE) / fps);
}
