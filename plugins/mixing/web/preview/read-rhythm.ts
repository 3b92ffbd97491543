import { EncodedPacketSink, type InputTrack } from 'mediabunny';

import type { Rhythm } from '#core/contract/shown-frames.ts';

import { rhythmOf } from '#plugins/mixing/shown-times.ts';

/** Pictures that are looked at. An MP4 lists them at its beginning; other files have to be read as far. */
const LOOKED_AT = 240;

/** The most pictures that may be stored before one that is shown earlier. */
const LONGEST_WAIT = 16;

/**
 * Reads how the pictures of a track follow each other.
 * @param start where the time of its file begins, in seconds
 */
export async function readRhythm(video: InputTrack, start: number): Promise<Rhythm> {
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(video).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp);
    if (times.length === LOOKED_AT) break;
  }
  times.sort((a, b) => a - b);
  // Of the last ones some are missing that are stored later.
  return rhythmOf(times.length < LOOKED_AT ? times : times.slice(0, -LONGEST_WAIT), start);
}
