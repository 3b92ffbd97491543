import assert from 'node:assert/strict';

import { boxes, readMp4, within } from '../operations/mp4-boxes.ts';
import { samplesOf, type Mp4Track } from '../operations/mp4-track.ts';
import { readSourceTrack, type SourceTrack } from './source-track.ts';

/** The only track of an MP4 that ffmpeg has just written for us. */
export interface EncodedTrack extends SourceTrack, Omit<Mp4Track, 'seconds' | 'delay'> {
  path: string;
  /** Offset in the file of the first sample; the others follow without a gap. */
  from: number;
  /** Ticks of the track at which players begin. */
  begins: number;
}

/** @throws AssertionError where it is not such a file */
export async function readEncodedTrack(path: string, kind: 'vide' | 'soun'): Promise<EncodedTrack> {
  const { index, data } = await readMp4(path);
  const track = within(index, 'trak');
  const samples = samplesOf(track);
  const bytes = samples.sizes.reduce((sum, size) => sum + size, 0);
  assert.equal(bytes, data.length, 'a file holds more than its track');
  const isEdited = boxes(track).some(({ type }) => type === 'edts');
  const begins = isEdited ? Math.max(0, within(track, 'edts', 'elst').readInt32BE(12)) : 0;
  return { path, from: data.from, begins, ...samples, ...(await readSourceTrack(path, 0, kind)) };
}

/** Where the bytes of each sample are, in stored order. */
export function bytesOf({ path, from, sizes }: EncodedTrack): { path: string; at: number; size: number }[] {
  let at = from;
  return sizes.map((size) => ({ path, at: (at += size) - size, size }));
}
