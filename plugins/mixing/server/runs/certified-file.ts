import { placeName } from '../render/place-name.ts';

/** What a certificate calls a video of its run: unlike names, places never change. */
export function certifiedFile(position: number): string {
  return `${placeName(position)}.mp4`;
}

const EARLIER = 'earlier ';

/** What a certificate calls a video of an earlier run. */
export function earlierFile(outputId: string): string {
  return `${EARLIER}${outputId}`;
}

/** The output behind {@link earlierFile}; undefined for a video of the run itself. */
export function earlierOutput(file: string): string | undefined {
  return file.startsWith(EARLIER) ? file.slice(EARLIER.length) : undefined;
}
