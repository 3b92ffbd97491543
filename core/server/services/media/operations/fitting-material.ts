import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

import type { Picture } from '#core/contract/picture.ts';

import type { Material } from '../inspect-material.ts';
import { openMaterial } from '../material-file.ts';
import type { AudioStream, VideoStream } from '../media-info.ts';
import type { MediaRunner } from '../runner.ts';
import { assertPlayedWhole, movieScaleOf, offsetsOf } from './coded-pictures.ts';
import { parameterSetsOf } from './format-differences.ts';
import { boxes, readMp4, within } from './mp4-boxes.ts';
import { kindOf, parameterSetsIn, samplesOf } from './mp4-track.ts';

/** Larger files have an index that is not read into memory before it was inspected. */
const MOST_BYTES = 64e6;

/** As ffmpeg names them all. */
const CONTAINER = 'mov,mp4,m4a,3gp,3g2,mj2';

/**
 * Reads what an inspection finds of a material that has the very format of the output, from its index alone: starting a
 * tool costs more than copying a shot. In the same parameter sets as our encoder's, all that a picture is is known.
 * @returns null for any other file: that one has to be inspected
 */
export async function readFitting(runner: MediaRunner, path: string, picture: Picture): Promise<Material | null> {
  try {
    const { sets, material } = await readFacts(path, picture);
    return sets === (await parameterSetsOf(runner, picture)) ? material : null;
  } catch (error) {
    if (error instanceof assert.AssertionError || error instanceof RangeError) return null;
    throw error;
  }
}

async function readFacts(given: string, picture: Picture): Promise<{ sets: string; material: Material }> {
  const { path, size, head } = await openMaterial(given);
  assert.ok(size <= MOST_BYTES && head.toString('latin1', 4, 8) === 'ftyp', 'the file is large, or no MP4');
  const { index } = await readMp4(path);
  const tracks = [...boxes(index)].filter(({ type }) => type === 'trak').map(({ body }) => body);
  const kinds = tracks.map(kindOf);
  const [shown, heard] = [kinds.indexOf('vide'), kinds.indexOf('soun')];
  const [pictures, sound] = [tracks[shown], tracks[heard]];
  assert.ok(pictures !== undefined && kinds.length === (sound === undefined ? 1 : 2), 'there are other tracks');
  const sets = parameterSetsIn(pictures);
  for (const track of tracks) assertThere(track, size);
  const movieScale = movieScaleOf(index);
  const video = videoOf(pictures, shown, picture, { sets, movieScale });
  const audio = sound === undefined ? null : audioOf(sound, heard, movieScale);
  const frames = video.frames ?? 0;
  const stated = { container: CONTAINER, startTime: 0, size, streamCount: tracks.length };
  return { sets, material: { ...stated, video, audio, duration: frames / picture.fps, frames } };
}

/** Every sample lies in the file. */
function assertThere(track: Buffer, size: number): void {
  const { sizes } = samplesOf(track);
  const offsets = offsetsOf(within(track, 'mdia', 'minf', 'stbl'), sizes);
  assert.ok(
    offsets.every((offset, at) => offset + (sizes[at] ?? 0) <= size),
    'the file ends before its samples',
  );
}

/** Upright and unscaled. */
const PLAIN_MATRIX = '000100000000000000000000000000000001000000000000000000000000000040000000';

/** Bytes of a description of pictures, and of sound, before the boxes in it. */
const [PICTURE_FIELDS, SOUND_FIELDS] = [78, 28];

function videoOf(
  track: Buffer,
  index: number,
  { width, height, fps }: Picture,
  { sets, movieScale }: { sets: string; movieScale: number },
): VideoStream {
  const { sizes, times, keys, scale } = samplesOf(track);
  const header = within(track, 'tkhd');
  assert.equal(header.readUInt8(0), 0, 'its header is of another version');
  assert.equal(header.toString('hex', 40, 76), PLAIN_MATRIX, 'the picture is turned');
  const description = within(within(track, 'mdia', 'minf', 'stbl', 'stsd').subarray(8), 'avc1');
  assert.deepEqual([description.readUInt16BE(24), description.readUInt16BE(26)], [width, height], 'another size');
  for (const { type, body } of boxes(description.subarray(PICTURE_FIELDS))) {
    if (type === 'pasp') assert.equal(body.readUInt32BE(0), body.readUInt32BE(4), 'its pixels are not square');
    if (type === 'colr') assert.equal(body.toString('latin1', 0, 11), COLOURS, 'other colours');
  }
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  const places = times.map((time) => ((time - first) * fps) / scale).sort((a, b) => a - b);
  places.forEach((place, at) => assert.equal(place, at, 'the pictures are uneven'));
  assert.equal(keys[0], 0, 'the first picture is no key frame');
  const isEdited = boxes(track).some(({ type }) => type === 'edts');
  assert.ok(isEdited || first === 0, 'the pictures begin late');
  assertPlayedWhole(track, first, { seconds: sizes.length / fps, scale: movieScale });
  return {
    ...{ index, codec: 'h264', width, height, displayWidth: width, displayHeight: height, rotation: 0 },
    ...{ sar: { num: 1, den: 1 }, pixelFormat: 'yuv420p', averageRate: fps, baseRate: fps, hdr: false },
    ...{ colorRange: 'tv', colorSpace: 'bt709', colorTransfer: 'bt709', colorPrimaries: 'bt709' },
    parameterSets: createHash('md5').update(Buffer.from(sets, 'hex')).digest('hex'),
    ...{ frames: sizes.length, startTime: 0, duration: sizes.length / fps },
  };
}

/** BT.709 in limited range. */
const COLOURS = 'nclx\0\u0001\0\u0001\0\u0001\0';

/** Sounds of AAC, by the number in their description: hertz. */
const SAMPLE_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000];

/** The shortest description of plain AAC, and what says in it that nothing more is hidden in the sound. */
const [PLAIN_AAC, NOTHING_HIDDEN] = [2, '56e500'];

/** @param movieScale ticks a second of lengths that concern all tracks */
function audioOf(track: Buffer, index: number, movieScale: number): AudioStream {
  const { times, scale } = samplesOf(track);
  const description = within(within(track, 'mdia', 'minf', 'stbl', 'stsd').subarray(8), 'mp4a');
  assert.equal(description.readUInt16BE(8), 0, 'the sound is described in another way');
  const config = audioConfig(within(description.subarray(SOUND_FIELDS), 'esds'));
  const bits = config.readUInt16BE(0);
  const [kind, sampleRate, channels] = [bits >> 11, SAMPLE_RATES[(bits >> 7) & 15], (bits >> 3) & 15];
  assert.ok(kind === PLAIN_AAC && (channels === 1 || channels === 2) && sampleRate === scale, 'another kind of sound');
  assert.ok(config.length === 2 || config.toString('hex', 2) === NOTHING_HIDDEN, 'another kind of sound');
  // What the encoder needs to begin is not heard.
  const [edits, first] = [within(track, 'edts', 'elst'), times[0] ?? 0];
  assert.deepEqual([edits.readUInt8(0), edits.readUInt32BE(4)], [0, 1], 'the sound is edited');
  const skipped = edits.readInt32BE(12);
  assert.ok(first === 0 && skipped >= 0 && skipped < times.length * PACKET, 'the sound begins late');
  const duration = edits.readUInt32BE(8) / movieScale;
  return { index, codec: 'aac', channels, sampleRate, startTime: 0, duration };
}

/** Samples of a packet of AAC. */
const PACKET = 1024;

/** Tags of descriptors of a sound, and bytes of the first two before the one inside. */
const [OF_STREAM, OF_DECODER, OF_SOUND] = [3, 4, 5];
const FIELDS = new Map([
  [OF_STREAM, 3],
  [OF_DECODER, 13],
]);
const AAC = 0x40;

/** What a decoder is told of a sound: the innermost of three descriptors. */
function audioConfig(esds: Buffer): Buffer {
  let inner = esds.subarray(4);
  for (const tag of [OF_STREAM, OF_DECODER, OF_SOUND]) {
    assert.equal(inner.readUInt8(0), tag, 'the sound is described in another way');
    let [at, length] = [1, 0];
    for (let isLong = true; isLong; at++) {
      const byte = inner.readUInt8(at);
      length = length * 128 + (byte & 127);
      isLong = byte > 127;
    }
    const body = inner.subarray(at, at + length);
    assert.equal(body.length, length, 'a description is longer than what holds it');
    if (tag === OF_STREAM) assert.equal(body.readUInt8(2), 0, 'the sound depends on another');
    if (tag === OF_DECODER) assert.equal(body.readUInt8(0), AAC, 'the sound is no AAC');
    inner = body.subarray(FIELDS.get(tag) ?? 0);
  }
  return inner;
}
