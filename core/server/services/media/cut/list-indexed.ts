import assert, { AssertionError } from 'node:assert/strict';
import { stat } from 'node:fs/promises';

import { assertPlayedWhole, movieScaleOf, offsetsOf } from '../operations/coded-pictures.ts';
import { boxes, readMp4, within } from '../operations/mp4-boxes.ts';
import { kindOf, samplesOf } from '../operations/mp4-track.ts';
import type { MediaRunner } from '../runner.ts';
import { listPackets, type Packet, type PacketList } from './list-packets.ts';
import { describedIn, type SourceTrack } from './source-track.ts';

/** The coded pictures of a stream. */
export type PictureList = Pick<PacketList, 'scale' | 'packets' | 'end'>;

/** Those of a plain MP4: they all last equally long, all of them are played, and its index says where they are. */
export interface IndexedPictures extends PictureList {
  track: SourceTrack & {
    /** How long each lasts, in ticks: they are decoded at that distance. */
    length: number;
    /** Ticks of its own time at which players begin. */
    begins: number;
  };
}

/**
 * Lists the coded pictures of a stream: by the index of the file where that is plain, since starting a tool takes longer
 * than all of that; else as {@link listPackets} does.
 * @throws what {@link listPackets} throws
 */
export async function listPictures(
  runner: MediaRunner,
  file: { path: string; name: string; stream: number },
  signal?: AbortSignal,
): Promise<PictureList> {
  return (await listIndexed(file.path, file.stream)) ?? (await listPackets(runner, file, signal));
}

/**
 * Lists the pictures of an MP4 as its index states them; null for another file, and for one whose index has to be
 * interpreted: with edits, with pictures of different lengths.
 */
export async function listIndexed(path: string, stream: number): Promise<IndexedPictures | null> {
  try {
    return await readIndexed(path, stream);
  } catch (error) {
    if (error instanceof AssertionError || error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws AssertionError or RangeError where the index is not plain */
async function readIndexed(path: string, stream: number): Promise<IndexedPictures> {
  const { index } = await readMp4(path);
  assert.ok(!boxes(index).some(({ type }) => type === 'mvex'), 'the file has its pictures in fragments');
  const tracks = [...boxes(index)].filter(({ type }) => type === 'trak').map(({ body }) => body);
  const track = tracks[stream];
  const pictures = tracks.filter((body) => kindOf(body) === 'vide');
  assert.ok(track !== undefined && pictures.length === 1 && pictures[0] === track, 'there are several pictures');
  const table = within(track, 'mdia', 'minf', 'stbl');
  const length = evenLengthOf(within(table, 'stts'));
  const { scale, sizes, times, keys } = samplesOf(track);
  assert.ok(sizes.length > 0 && keys[0] === 0 && sizes.every((size) => size > 0), 'there are pictures without bytes');
  const offsets = offsetsOf(table, sizes);
  const { size: most } = await stat(path);
  assert.ok(
    offsets.every((at, number) => at + (sizes[number] ?? 0) <= most),
    'the file ends before its pictures',
  );
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  const last = times.reduce((latest, time) => Math.max(latest, time), 0);
  const isPlain = times.every((time, at) => time >= at * length);
  assert.ok(isPlain, 'pictures are shown before they are decoded');
  const isEdited = boxes(track).some(({ type }) => type === 'edts');
  const seconds = (sizes.length * length) / scale;
  if (isEdited) assertPlayedWhole(track, first, { seconds, scale: movieScaleOf(index) });
  else assert.equal(first, 0, 'it is not said that players begin with the first picture');
  const isKey = new Set(keys);
  const packets = times.map((time, at): Packet => ({
    ...{ time: time - first, length, size: sizes[at] ?? 0, at: offsets[at] ?? 0 },
    ...{ isKey: isKey.has(at), isHidden: false },
  }));
  return { scale, packets, end: last - first + length, track: { ...describedIn(track), length, begins: first } };
}

/** How long every picture lasts, in ticks. */
function evenLengthOf(body: Buffer): number {
  const [entries, length] = [body.readUInt32BE(4), body.readUInt32BE(12)];
  assert.ok(entries === 1 && length > 0, 'the pictures last differently');
  return length;
}
