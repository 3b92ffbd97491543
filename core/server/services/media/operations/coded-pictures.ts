import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';

import type { Picture } from '#core/contract/picture.ts';

import { withBuffer } from '../lent-buffer.ts';
import { boxes, readMp4, readWords, within } from './mp4-boxes.ts';
import { kindOf, parameterSetsIn, samplesOf } from './mp4-track.ts';
import type { SegmentFacts } from './verify-segment.ts';

/** The coded pictures of a material, as its index states them; a decoder has to prove it. */
export interface CodedPictures extends Omit<SegmentFacts, 'from'> {
  /** Offset in the file of each picture, in stored order. */
  offsets: number[];
}

/**
 * Reads where the pictures of an MP4 from outside are, and in which order they are shown, without a tool: starting one
 * costs more.
 * @throws AssertionError or RangeError where its index is damaged, or anything but one even run of pictures from the
 * first one on
 */
export async function readCodedPictures(path: string, { fps }: Picture): Promise<CodedPictures> {
  const { index } = await readMp4(path);
  const tracks = [...boxes(index)].filter(({ type, body }) => type === 'trak' && kindOf(body) === 'vide');
  const [track] = tracks;
  assert.ok(track !== undefined && tracks.length === 1, `the file has ${tracks.length} tracks of pictures`);
  const { scale, sizes, times, keys } = samplesOf(track.body);
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  const places = times.map((time) => Math.round(((time - first) * fps) / scale));
  times.forEach((time, at) => {
    assert.ok(Math.abs(((time - first) * fps) / scale - (places[at] ?? 0)) < 0.1, 'the pictures are uneven');
  });
  places.toSorted((a, b) => a - b).forEach((place, at) => assert.equal(place, at, 'the pictures are uneven'));
  assert.ok(keys[0] === 0, 'the first picture is no key frame');
  assertPlayedWhole(track.body, first, { seconds: sizes.length / fps, scale: movieScaleOf(index) });
  const offsets = offsetsOf(within(track.body, 'mdia', 'minf', 'stbl'), sizes);
  return { offsets, sizes, places, keys, parameterSets: parameterSetsIn(track.body) };
}

/** Ticks a second of lengths that concern all tracks. */
export const movieScaleOf = (index: Buffer): number => within(index, 'mvhd').readUInt32BE(12);

/** How much of the last picture an edit list may round away, in seconds. */
const ROUNDED = 0.02;

/**
 * An edit list may leave pictures out, or begin or end elsewhere than they do.
 * @param first the least time of a picture, in ticks of the track
 * @param all how long all pictures last, and the ticks in which an edit list counts lengths
 * @throws AssertionError when not all are played, in one run
 */
export function assertPlayedWhole(track: Buffer, first: number, all: { seconds: number; scale: number }): void {
  if (!boxes(track).some(({ type }) => type === 'edts')) return;
  const edits = within(track, 'edts', 'elst');
  assert.deepEqual([edits.readUInt8(0), edits.readUInt32BE(4)], [0, 1], 'the pictures are edited');
  assert.equal(edits.readInt32BE(12), first, 'the pictures are edited');
  const played = edits.readUInt32BE(8) / all.scale;
  // No length at all stands for the whole one.
  assert.ok(played === 0 || played > all.seconds - ROUNDED, 'pictures at the end are hidden');
}

/**
 * Offsets of all samples of a track, from the tables of the chunks in which they are stored.
 * @throws AssertionError when the tables do not fit together
 */
export function offsetsOf(table: Buffer, sizes: readonly number[]): number[] {
  const isLong = boxes(table).some(({ type }) => type === 'co64');
  const stored = within(table, isLong ? 'co64' : 'stco');
  const chunks = stored.readUInt32BE(4);
  assert.ok(chunks <= sizes.length, 'there are more chunks than pictures');
  const runs = within(table, 'stsc');
  const runCount = runs.readUInt32BE(4);
  const offsets: number[] = [];
  let run = 0;
  for (let chunk = 0; chunk < chunks; chunk++) {
    while (run + 1 < runCount && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run++;
    const [, count = 0] = readWords(runs, 8 + run * 12, 2);
    let at = isLong ? Number(stored.readBigUInt64BE(8 + chunk * 8)) : stored.readUInt32BE(8 + chunk * 4);
    for (let sample = 0; sample < count && offsets.length < sizes.length; sample++) {
      const size = sizes[offsets.length] ?? 0;
      offsets.push(at);
      at += size;
    }
  }
  assert.equal(offsets.length, sizes.length, 'the index has pictures without a place');
  return offsets;
}

/**
 * Reads some of the pictures, one after the other.
 * @param use what to do with them; they are gone when it has ended
 * @throws AssertionError when the file ends before them
 */
export async function readPictures<T>(
  path: string,
  { offsets, sizes }: Pick<CodedPictures, 'offsets' | 'sizes'>,
  { first, last }: { first: number; last: number },
  use: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const total = sizes.slice(first, last).reduce((sum, size) => sum + size, 0);
  const file = await open(path);
  try {
    const { size: most } = await file.stat();
    assert.ok(total <= most, 'the pictures are larger than their file');
    return await withBuffer(total, async (bytes) => {
      for (let at = first, filled = 0; at < last;) {
        // What lies side by side is read at once.
        const from = offsets[at] ?? 0;
        let length = 0;
        do length += sizes[at++] ?? 0;
        while (at < last && offsets[at] === from + length);
        const { bytesRead } = await file.read(bytes, filled, length, from);
        assert.equal(bytesRead, length, 'the pictures end early');
        filled += length;
      }
      return await use(bytes);
    });
  } finally {
    await file.close();
  }
}
