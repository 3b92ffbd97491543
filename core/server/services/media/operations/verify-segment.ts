import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Picture } from '#core/contract/picture.ts';

import { readMp4, within } from './mp4-boxes.ts';
import { parameterSetsIn, readTrack } from './mp4-track.ts';

const factsSchema = z.object({
  /** Offset in the file of the first picture; the others follow without a gap. */
  from: z.number(),
  /** Bytes of each picture in stored order. */
  sizes: z.array(z.number()),
  /** The display position of each picture, in stored order. */
  places: z.array(z.number()),
  /** Indexes of the key frames, in stored order. */
  keys: z.array(z.number()),
  /** The parameter sets as stored in MP4: the body of `avcC` in hex. */
  parameterSets: z.string(),
  /** How many of the pictures are copies of a material's; absent for none. */
  copied: z.number().optional(),
});

/** The facts about a verified segment. */
export type SegmentFacts = z.output<typeof factsSchema>;

/** Reads what {@link verifySegment} wrote beside a segment. */
export async function segmentFacts(path: string): Promise<SegmentFacts> {
  return factsSchema.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
}

/**
 * Proves that a segment can be joined without re-encoding: it has exactly `frames` pictures, evenly spaced, and
 * starts with a key frame. ffmpeg's exit code does not guarantee that. Writes the facts beside the segment.
 * @param copied how many of its pictures are copies of a material's
 * @throws AssertionError when it does not qualify
 */
export async function verifySegment(
  folder: string,
  file: string,
  frames: number,
  picture: Picture,
  copied?: number,
): Promise<void> {
  const facts = { ...(await readFacts(folder, file, picture)), copied };
  const { length } = facts.sizes;
  assert.equal(length, frames, `${file} holds ${length} frames instead of ${frames}`);
  await writeFile(join(folder, `${file}.json`), JSON.stringify(facts));
}

/**
 * Reads the facts of a file that holds pictures alone, evenly spaced from a key frame on.
 * @throws AssertionError when it does not
 */
export async function readFacts(folder: string, file: string, picture: Picture): Promise<SegmentFacts> {
  const { index, data } = await readMp4(join(folder, file));
  const { kind, sizes, times, keys, scale } = readTrack(index);
  assert.equal(kind, 'vide', `${file} holds no picture`);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.equal(bytes, data.length, `${file} holds more than its pictures`);
  const gap = scale / picture.fps;
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  const places = times.map((time) => (time - first) / gap);
  places.toSorted((a, b) => a - b).forEach((place, at) => assert.equal(place, at, `${file} is uneven at frame ${at}`));
  assert.ok(keys[0] === 0, `${file} does not begin with a key frame`);
  return { from: data.from, sizes, places, keys, parameterSets: parameterSetsIn(within(index, 'trak')) };
}
