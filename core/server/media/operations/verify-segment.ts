import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Picture } from '#core/contract/picture.ts';

import { TS_CLOCK } from './segment-encoder.ts';
import { readTransportStream } from './transport-stream.ts';

const factsSchema = z.object({
  frames: z.number(),
  /** The first picture's time, in ticks of MPEG-TS. */
  start: z.number(),
  /** Digest of the parameter sets. */
  parameterSets: z.string(),
});

/** What is known of a verified segment. */
export type SegmentFacts = z.output<typeof factsSchema>;

/** Reads what {@link verifySegment} left beside a segment. */
export async function segmentFacts(path: string): Promise<SegmentFacts> {
  return factsSchema.parse(JSON.parse(await readFile(`${path}.json`, 'utf8')));
}

/**
 * Proves that a segment is what joining by copy needs: exactly `frames` pictures, evenly spaced, the
 * first a key frame. ffmpeg's exit code does not say so. Writes what was found beside the segment.
 * @throws AssertionError when it is not
 */
export async function verifySegment(folder: string, file: string, frames: number, picture: Picture): Promise<void> {
  const { times, beginsWithKey, parameterSets } = readTransportStream(await readFile(join(folder, file)));
  assert.equal(times.length, frames, `${file} holds ${times.length} frames instead of ${frames}`);
  const gap = TS_CLOCK / picture.fps;
  const sorted = times.toSorted((a, b) => a - b);
  sorted.forEach((time, index) => {
    assert.equal(time, (sorted[0] ?? 0) + index * gap, `${file} is uneven at frame ${index}`);
  });
  assert.ok(beginsWithKey, `${file} does not begin with a key frame`);
  const facts: SegmentFacts = { frames, start: sorted[0] ?? 0, parameterSets };
  await writeFile(join(folder, `${file}.json`), JSON.stringify(facts));
}
