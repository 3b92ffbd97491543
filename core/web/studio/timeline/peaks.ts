import type { TimeView } from './time-scale.ts';

/** Below this even the loudest place is a whisper, and shown as one. */
const MIN_LOUD = 24;

/** Levels of 0 to 255 of an outline of sound, base64; none of what is no outline. */
export function levelsOf(peaks: string): number[] {
  try {
    return [...atob(peaks)].map((letter) => letter.charCodeAt(0));
  } catch {
    return [];
  }
}

/**
 * How loud a view's columns are, 0 to 1 of the loudest place of the material.
 * @param levels evenly spread over the material
 */
export function loudnessIn(levels: readonly number[], view: TimeView, duration: number, columns: number): number[] {
  const loudest = levels.reduce((most, level) => Math.max(most, level), MIN_LOUD);
  const place = (share: number): number => ((view.start + view.length * share) / duration) * levels.length;
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.max(0, Math.floor(place(column / columns)));
    const to = Math.min(levels.length, Math.max(from + 1, Math.floor(place((column + 1) / columns))));
    let most = 0;
    for (let index = from; index < to; index += 1) most = Math.max(most, levels[index] ?? 0);
    return most / loudest;
  });
}
