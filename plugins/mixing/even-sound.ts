/** Shots softer than this, in LUFS, are silence or noise: nobody wants them louder. */
const SILENCE = -50;

/** The most that a shot is raised or lowered, in dB. */
const MAX = 15;

/**
 * Brings shots of different loudness to one: each is raised or lowered to their mean. The same on the server and in the
 * browser's preview.
 * @param loudness of each shot in LUFS
 * @returns a factor for each
 */
export function evenGains(loudness: readonly number[]): number[] {
  const heard = loudness.filter((level) => level > SILENCE);
  const mean = heard.reduce((sum, level) => sum + level, 0) / Math.max(1, heard.length);
  return loudness.map((level) => {
    if (level <= SILENCE) return 1;
    return 10 ** (Math.max(-MAX, Math.min(MAX, mean - level)) / 20);
  });
}
