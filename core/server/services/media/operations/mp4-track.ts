import assert from 'node:assert/strict';

import { boxes, readWords, within } from './mp4-boxes.ts';

/** The only track of an MP4 file, as described by the file's index. */
export interface Mp4Track {
  /** `vide` or `soun`. */
  kind: string;
  /** Ticks per second. */
  scale: number;
  /** Bytes of each sample (a picture or a packet of sound) in stored order. */
  sizes: number[];
  /** When each sample is to be shown, in ticks. */
  times: number[];
  /** Indexes of the samples that can be decoded on their own. */
  keys: number[];
  /** Seconds that the track plays, after its edit list is applied. */
  seconds: number;
  /** Seconds of silence or blank picture before it begins. */
  delay: number;
}

/**
 * Reads the index of a single-track file written by ffmpeg.
 * @throws AssertionError when it is not an MP4 file or does not have exactly one track
 */
export function readTrack(index: Buffer): Mp4Track {
  const tracks = [...boxes(index)].filter(({ type }) => type === 'trak');
  const [track] = tracks;
  assert.ok(track !== undefined && tracks.length === 1, `the file has ${tracks.length} tracks instead of one`);
  const movieScale = within(index, 'mvhd').readUInt32BE(12);
  return { ...samplesOf(track.body), ...playedOf(within(track.body, 'edts', 'elst'), movieScale) };
}

/** What the body of a `trak` box states of its samples. */
export function samplesOf(track: Buffer): Omit<Mp4Track, 'seconds' | 'delay'> {
  const media = within(track, 'mdia');
  const table = within(media, 'minf', 'stbl');
  const sizes = sizesOf(within(table, 'stsz'));
  return {
    kind: kindOf(track),
    scale: within(media, 'mdhd').readUInt32BE(12),
    sizes,
    times: timesOf(table, sizes.length),
    keys: keysOf(table, sizes.length),
  };
}

/** The kind of a track, as in {@link Mp4Track}. */
export const kindOf = (track: Buffer): string => within(track, 'mdia', 'hdlr').toString('latin1', 8, 12);

/** Bytes of a sample description before the boxes inside it. */
const DESCRIPTION = 78;

/** The parameter sets of a picture track: the body of `avcC`, in hex. */
export function parameterSetsIn(track: Buffer): string {
  // After version, flags and the number of descriptions.
  const descriptions = within(track, 'mdia', 'minf', 'stbl', 'stsd').subarray(8);
  return within(within(descriptions, 'avc1').subarray(DESCRIPTION), 'avcC').toString('hex');
}

/** More samples than any index may state: hours of sound. */
const MAX_SAMPLES = 2e6;

function sizesOf(body: Buffer): number[] {
  const [each = 0, count = 0] = readWords(body, 4, 2);
  assert.ok(count <= MAX_SAMPLES, 'the index states more samples than a file holds');
  return each > 0 ? Array.from({ length: count }, () => each) : readWords(body, 12, count);
}

const has = (table: Buffer, type: string) => boxes(table).some((each) => each.type === type);

/** Expands a run-length table to one value per sample. */
function* runs(body: Buffer): Generator<number> {
  for (let entry = 0; entry < body.readUInt32BE(4); entry++) {
    const [count = 0, value = 0] = readWords(body, 8 + entry * 8, 2);
    for (let each = 0; each < count; each++) yield value;
  }
}

function timesOf(table: Buffer, count: number): number[] {
  const offsets = has(table, 'ctts') ? [...runs(within(table, 'ctts')).take(count)] : [];
  const times: number[] = [];
  let now = 0;
  for (const gap of runs(within(table, 'stts')).take(count + 1)) {
    times.push(now + ((offsets[times.length] ?? 0) | 0));
    now += gap;
  }
  assert.equal(times.length, count, 'the index has more samples than times');
  return times;
}

function keysOf(table: Buffer, count: number): number[] {
  if (!has(table, 'stss')) return Array.from({ length: count }, (_, sample) => sample);
  const body = within(table, 'stss');
  return readWords(body, 8, body.readUInt32BE(4)).map((number) => number - 1);
}

function playedOf(edits: Buffer, scale: number): { seconds: number; delay: number } {
  assert.equal(edits.readUInt8(0), 0, 'an edit list is of another version');
  let [seconds, delay] = [0, 0];
  for (let edit = 0; edit < edits.readUInt32BE(4); edit++) {
    const length = edits.readUInt32BE(8 + edit * 12) / scale;
    const isBlank = edits.readInt32BE(12 + edit * 12) === -1;
    seconds += isBlank ? 0 : length;
    delay += isBlank ? length : 0;
  }
  return { seconds, delay };
}
