import { levelsOf } from '#core/web/studio/timeline/peaks.ts';

/** Below this even the loudest place is a whisper, and shown as one. */
const MIN_LOUD = 24;

/** An outline of sound as a path, mirrored about the middle, 1 wide for each level and 100 high. */
export function peaksPath(peaks: string): { path: string; width: number } {
  const levels = levelsOf(peaks);
  const loudest = Math.max(MIN_LOUD, ...levels);
  const lines = levels.map((level, index) => {
    const half = Math.max(2, (level / loudest) * 48);
    return `M${index + 0.5} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
  });
  return { path: lines.join(''), width: levels.length };
}

/** Reduces levels to as many bars as can be distinguished: the loudest of each range. */
export function coarsePeaks(peaks: string, count: number): string {
  const levels = levelsOf(peaks);
  if (levels.length <= count) return peaks;
  const coarse = Array.from({ length: count }, (_, index) => {
    const [from, until] = [index, index + 1].map((edge) => Math.floor((edge * levels.length) / count));
    return Math.max(0, ...levels.slice(from, until));
  });
  return btoa(String.fromCharCode(...coarse));
}
