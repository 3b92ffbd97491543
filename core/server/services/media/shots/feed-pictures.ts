import { Readable } from 'node:stream';

import type { IndexedPictures } from '../cut/list-indexed.ts';
import { streamMp4, type Sample } from '../cut/write-mp4.ts';

/** What ffmpeg decodes. */
export interface Feed {
  /** Options of the input, up to and with `-i`. */
  input: string[];
  /** Its bytes, where these come through a pipe. */
  bytes?: Readable;
  /** The index of the picture stream in it. */
  stream: number;
}

/**
 * Some pictures of an MP4, as an MP4 that has no others: a decoder cannot be told which ones to leave out, so that it is
 * not even given them. They are shown when they were.
 * @param isWanted by their number in stored order
 */
export function feedPictures(
  { path, codec }: { path: string; codec: string },
  { packets, scale, end, track }: IndexedPictures,
  isWanted: (number: number) => boolean,
): Feed {
  const { length, begins, description, placement } = track;
  const samples = packets.flatMap(({ time, size, at, isKey }, number): Sample[] => {
    // Where edits begin, a reader looks for a picture before all others.
    if (number > 0 && !isWanted(number)) return [];
    const decoded = number * length;
    return [{ path, at, size, isKey, decoded, wait: time + begins - decoded }];
  });
  const lasts = packets.length * length;
  const bytes = Readable.from(
    streamMp4([{ kind: 'vide', scale, description, placement, samples, begins, lasts, plays: end ?? lasts }]),
  );
  // All that H.264 needs is stated.
  const isStated = codec === 'h264';
  const input = [...(isStated ? ['-nofind_stream_info'] : []), '-format_whitelist', 'mov', '-f', 'mov', '-i', 'pipe:0'];
  return { bytes, stream: 0, input };
}
