import assert from 'node:assert/strict';

import { box, boxes, readMp4, within } from '../operations/mp4-boxes.ts';
import { kindOf } from '../operations/mp4-track.ts';

/** What an MP4 states of a track, besides its samples. */
export interface SourceTrack {
  /** The only entry of its sample description, with its header. */
  description: Buffer;
  /** See `TrackToWrite.placement`. */
  placement: Buffer;
}

/** Bytes of a description of pictures, and of sound, before the boxes in it. */
const FIELDS = { vide: 78, soun: 28 } as const;

/**
 * Reads what an MP4 or MOV states of one of its tracks.
 * @param stream its number, as ffmpeg counts them
 * @throws AssertionError or RangeError where it is another kind of track, or described in several ways
 */
export async function readSourceTrack(path: string, stream: number, kind: keyof typeof FIELDS): Promise<SourceTrack> {
  const { index } = await readMp4(path);
  const track = [...boxes(index)].filter(({ type }) => type === 'trak')[stream]?.body;
  assert.ok(track !== undefined && kindOf(track) === kind, 'a track stands in another place');
  return describedIn(track);
}

/**
 * What the body of a `trak` box states beside its samples.
 * @throws AssertionError where it is described in several ways
 */
export function describedIn(track: Buffer): SourceTrack {
  const described = within(track, 'mdia', 'minf', 'stbl', 'stsd');
  assert.equal(described.readUInt32BE(4), 1, 'a track is described in several ways');
  const [entry] = boxes(described.subarray(8));
  assert.ok(entry !== undefined, 'a track is not described');
  const header = within(track, 'tkhd');
  return { description: box(entry.type, entry.body), placement: header.subarray(header.length - 44) };
}

/**
 * A box inside a sample description.
 * @throws AssertionError when it is of another type, or has none
 */
export function insideDescription(description: Buffer, type: string, kind: keyof typeof FIELDS, inner: string): Buffer {
  assert.equal(description.toString('latin1', 4, 8), type, 'a track is coded in another way');
  return within(description.subarray(8 + FIELDS[kind]), inner);
}

/** A description of pictures with other parameter sets. */
export function withParameterSets(description: Buffer, sets: Buffer): Buffer {
  const fields = description.subarray(8, 8 + FIELDS.vide);
  const inner = [...boxes(description.subarray(8 + FIELDS.vide))];
  return box(
    description.toString('latin1', 4, 8),
    fields,
    // How many bits a second it takes is no longer known.
    ...inner.filter(({ type }) => type !== 'btrt').map(({ type, body }) => box(type, type === 'avcC' ? sets : body)),
  );
}
