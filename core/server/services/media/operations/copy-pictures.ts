import assert from 'node:assert/strict';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import type { Picture } from '#core/contract/picture.ts';
import { LATE } from '#core/contract/shown-frames.ts';

import type { MediaRunner } from '../runner.ts';
import { readCodedPictures, readPictures, type CodedPictures } from './coded-pictures.ts';
import { assertCopyable, factsWithin, findCopyRange, isReferredTo, numberOfKey, type CopyRange } from './copy-range.ts';
import { parameterSetsOf } from './format-differences.ts';
import { FIRST_KEY } from './key-number.ts';
import { segmentEncoder } from './segment-encoder.ts';
import type { Segment } from './video-chunks.ts';
import { videoHead } from './write-video.ts';

/** Files of a copy while it is made, in the folder of the clip. */
export const FILES = {
  folder: 'copy',
  pictures: 'pictures',
  head: 'head.mp4',
  tail: 'tail.mp4',
  hashes: 'shown.hashes',
  joined: 'joined.hashes',
  read: 'read.hashes',
  needed: 'needed.mp4',
  body: 'body.mp4',
} as const;

/** An output that hashes what is shown of each frame. */
export const FRAME_HASHES = ['-fps_mode', 'passthrough', '-f', 'framehash', '-hash', 'murmur3'];
const PACKET_HASHES = ['-c:v', 'copy', '-f', 'framehash', '-hash', 'crc32'];

/**
 * How a single frame is encoded: as the second of two key frames, because the first one would have the number with which
 * segments begin. That one is black, which takes next to nothing, and leaves the second as it is. Nothing that follows
 * shows the encoder what is worth its bits; four less make up for it: it is as much like its original as the last of five
 * frames, with fewer bits than they.
 */
const ALONE = {
  filter: 'tpad=start=1',
  output: ['-crf', '16.8', '-force_key_frames', 'expr:1', '-forced-idr', '1'],
};

/** What of a shot is copied, and what has to be encoded around it. */
export interface PictureCopy {
  /** Where its files are while it is made. */
  place: string;
  /** Frames before the copied ones and after them. */
  head: number;
  tail: number;
  /** Frames of the shot. */
  frames: number;
  copied: Segment;
  /**
   * Set where nothing stands before the copied frames, and nothing or a key frame of our own after them, which lets all
   * pictures out that wait: then they decode as they do in their file, if they are what ffmpeg reads there, and only what
   * others refer to is decoded.
   */
  leading: readonly CodedPicture[] | null;
}

/** A picture as it is stored. */
export interface CodedPicture {
  /** Bytes. */
  size: number;
  /** CRC-32 in hex. */
  hash: string;
  /** When it is shown, in frames after the first. */
  place: number;
}

export interface PlanCopyOptions {
  path: string;
  picture: Picture;
  /** Frames of the material that the shot shows. */
  shot: CopyRange;
  /** Of the clip. */
  folder: string;
}

/**
 * Looks what of a shot can be copied, and takes it out of the material.
 * @returns null when that is nothing, or too little
 * @throws AssertionError or RangeError for a material that is not what it states
 */
export async function planCopy(runner: MediaRunner, options: PlanCopyOptions): Promise<PictureCopy | null> {
  const { path, picture, shot } = options;
  const stated = await readCodedPictures(path, picture);
  const range = shot.first < 0 || shot.last > stated.sizes.length ? null : findCopyRange(stated, shot);
  if (range === null || stated.parameterSets !== (await parameterSetsOf(runner, picture))) return null;
  const facts = factsWithin(stated, range);
  const last = stated.places.findLastIndex((each) => each < shot.last) + 1;
  const [frames, head, tail] = [shot.last - shot.first, range.first - shot.first, shot.last - range.last];
  // Two key frames one after the other may carry the same number.
  const endsWithKey = facts.keys.at(-1) === facts.sizes.length - 1;
  const isLeading = head === 0 && (tail === 0 || !endsWithKey);
  const place = join(options.folder, FILES.folder);
  const copied = { path: join(place, FILES.pictures), from: 0, ...facts };
  return readPictures(path, stated, { first: range.first, last }, async (bytes) => {
    const own = bytes.subarray(0, sum(facts.sizes));
    assertCopyable(own, facts, picture);
    if (range.first === shot.first) assertFirst(own.subarray(0, facts.sizes[0]), facts.parameterSets);
    await mkdir(place);
    await writeParts(copied.path, [own]);
    const leading = isLeading ? await writeNeeded(place, stated, { bytes, range, last }, options) : null;
    return { place, head, tail, frames, copied, leading };
  });
}

/** A segment begins with this key frame: what stands before it may be one of another number. */
function assertFirst(picture: Buffer, parameterSets: string): void {
  assert.equal(numberOfKey(picture, parameterSets), FIRST_KEY, 'the shot begins with a key frame of another number');
}

/**
 * Writes what has to be decoded of a shot: what other pictures refer to, and what is encoded again.
 * @returns all pictures that the shot shows
 */
async function writeNeeded(
  folder: string,
  { sizes, places, keys, parameterSets }: CodedPictures,
  { bytes, range: { first, last: copied }, last }: { bytes: Buffer; range: CopyRange; last: number },
  { picture }: PlanCopyOptions,
): Promise<CodedPicture[]> {
  const pictures: CodedPicture[] = [];
  const needed: { bytes: Buffer; at: number; place: number }[] = [];
  for (let at = first, from = 0; at < last; at++) {
    const own = bytes.subarray(from, (from += sizes[at] ?? 0));
    const place = (places[at] ?? 0) - first;
    pictures.push({ size: own.length, hash: crc32(own).toString(16).padStart(8, '0'), place });
    if (place >= copied - first || isReferredTo(own)) needed.push({ bytes: own, at, place });
  }
  const path = join(folder, FILES.needed);
  const named = new Set(keys);
  const segment = {
    ...{ path, from: 0, parameterSets, places: needed.map(({ place }) => place) },
    sizes: needed.map((each) => each.bytes.length),
    keys: needed.flatMap(({ at }, index) => (named.has(at) ? [index] : [])),
  };
  const { head } = videoHead(asVideo([segment], picture));
  await writeParts(path, [head, ...needed.map((each) => each.bytes)]);
  return pictures;
}

/** Without putting them together before. */
async function writeParts(path: string, parts: Buffer[]): Promise<void> {
  const file = await open(path, 'wx');
  try {
    const { bytesWritten } = await file.writev(parts);
    assert.equal(bytesWritten, sum(parts.map(({ length }) => length)), 'pictures were written in part');
  } finally {
    await file.close();
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Segments as a file of pictures alone, which nobody looks at the date of. */
export const asVideo = (segments: readonly Segment[], picture: Picture) => ({
  segments,
  picture,
  createdAt: new Date(0),
});

/** Where a process finds the pictures of a shot: their stream, and when in its time they begin. */
export interface PictureSource {
  label: string;
  first: number;
}

/**
 * Where the process that decodes a shot finds it, which is not in the material where only some pictures are needed.
 * @param input the number of the material among the inputs; what {@link copyOutputs} adds comes after it
 */
export function decodedFrom({ leading }: PictureCopy, material: PictureSource, input: number): PictureSource {
  return leading === null ? material : { label: `[${input + 1}:v]`, first: LATE };
}

/**
 * What the process that decodes the shot reads and writes beside: the frames around the copied ones encoded, and hashes
 * of its frames; of those that decode as they do in their file, hashes of their coded bytes as ffmpeg reads them there.
 * @param shown label of the shot's frames
 * @param input the number of the material among the inputs
 * @param stream of the material's pictures
 */
export function copyOutputs(
  { place, head, tail, frames, leading }: PictureCopy,
  picture: Picture,
  { shown, input, stream }: { shown: string; input: number; stream: number },
) {
  const evenly = `setpts=N/${picture.fps}/TB`;
  const encoded = (file: string, ...more: string[]) => [...segmentEncoder(picture), ...more, join(place, file)];
  const behind = `trim=start_frame=${frames - tail},${tail === 1 ? `${ALONE.filter},` : ''}${evenly}`;
  const alone = tail === 1 ? ALONE.output : [];
  const parts = [
    ...(leading === null
      ? [{ name: 'hashed', filter: 'null', output: [...FRAME_HASHES, join(place, FILES.hashes)] }]
      : []),
    ...(head > 0 ? [{ name: 'before', filter: `trim=end_frame=${head},${evenly}`, output: encoded(FILES.head) }] : []),
    ...(tail > 0 ? [{ name: 'behind', filter: behind, output: encoded(FILES.tail, ...alone) }] : []),
  ].map((part) => ({ ...part, name: `${part.name}${input}` }));
  return {
    // An edit list that ends with the number of pictures would hide the last ones.
    inputs:
      leading === null
        ? []
        : [
            ...['-threads', '1', '-nofind_stream_info', '-advanced_editlist', '0'],
            ...['-i', join(place, FILES.needed)],
          ],
    graph:
      parts.length === 0
        ? [`${shown}nullsink`]
        : [
            `${shown}split=${parts.length}${parts.map(({ name }) => `[split_${name}]`).join('')}`,
            ...parts.map(({ name, filter }) => `[split_${name}]${filter}[${name}]`),
          ],
    outputs: [
      ...parts.flatMap(({ name, output }) => ['-map', `[${name}]`, ...output]),
      ...(leading === null ? [] : ['-map', `${input}:${stream}`, ...PACKET_HASHES, join(place, FILES.read)]),
    ],
  };
}

/** Removes what {@link planCopy} needed, and what was made of it. */
export async function clearCopy(folder: string): Promise<void> {
  await rm(join(folder, FILES.folder), { recursive: true, force: true });
}
