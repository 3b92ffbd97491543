import type { Sample } from './write-mp4.ts';

/** A coded picture: its bytes, and the number of the frame that it shows. */
export interface PlacedPicture extends Pick<Sample, 'path' | 'at' | 'size' | 'isKey'> {
  place: number;
}

/** The number of each time among all, in order. */
export function placesOf(times: readonly number[]): number[] {
  const places = new Map([...times].sort((a, b) => a - b).map((time, place) => [time, place]));
  return times.map((time) => places.get(time) ?? 0);
}

/**
 * Says when pictures are decoded so that each is shown at its time: one at the time of each frame, all shown later by
 * the longest wait of one that is shown before those it refers to.
 * @param times when each frame is shown, in ticks from the first one on
 */
export function timePictures(
  pictures: readonly PlacedPicture[],
  times: readonly number[],
): { samples: Sample[]; begins: number } {
  const shown = pictures.map(({ place }) => times[place] ?? 0);
  const begins = shown.reduce((most, time, at) => Math.max(most, (times[at] ?? 0) - time), 0);
  const samples = pictures.map(({ path, at, size, isKey }, index): Sample => {
    const decoded = times[index] ?? 0;
    return { path, at, size, isKey, decoded, wait: (shown[index] ?? 0) + begins - decoded };
  });
  return { samples, begins };
}
