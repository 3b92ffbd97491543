import assert from 'node:assert/strict';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';

import type { MediaRunner } from '../runner.ts';
import { readPictures } from './coded-pictures.ts';
import { asVideo, FILES, FRAME_HASHES, type CodedPicture, type PictureCopy } from './copy-pictures.ts';
import { numberOfKey } from './copy-range.ts';
import { FIRST_KEY } from './key-number.ts';
import { assertNoWarning } from './read-shots.ts';
import { segmentFacts, verifySegment } from './verify-segment.ts';
import type { Segment } from './video-chunks.ts';
import { writeVideo } from './write-video.ts';

export interface JoinCopyOptions {
  folder: string;
  /** The segment in the clip's folder. */
  file: string;
  picture: Picture;
  log: string;
  /** When the shot begins, in the time of that process. */
  begins: number;
  signal: AbortSignal;
}

/**
 * Joins what is copied with what was encoded around it, and proves that the copied frames are what the shot shows. Where
 * they decode as they do in their file, see {@link PictureCopy.leading}, their coded bytes prove it: ffmpeg read just those
 * in the material, at the same times, and its decoder had nothing to say of what others refer to. Elsewhere the joined
 * segment is decoded, and every copied frame has to be the shot's.
 * @param log what the process said that decoded the shot
 * @throws AssertionError when they are not
 */
export async function joinCopy(
  runner: MediaRunner,
  copy: PictureCopy,
  { folder, file, picture, log, begins, signal }: JoinCopyOptions,
): Promise<void> {
  const { place, head, tail, frames, copied, leading } = copy;
  if (leading !== null) {
    assertNoWarning(log);
    assertRead(await readFile(join(place, FILES.read), 'utf8'), leading, begins, picture);
  }
  const edge = async (name: string, count: number): Promise<Segment[]> => {
    if (count === 0) return [];
    await verifySegment(place, name, Math.max(count, 2), picture);
    const path = join(place, name);
    const segment = { path, ...(await segmentFacts(path)) };
    return [count === 1 ? await secondOf(segment) : segment];
  };
  const segments = [...(await edge(FILES.head, head)), copied, ...(await edge(FILES.tail, tail))];
  assert.equal(new Set(segments.map(({ parameterSets }) => parameterSets)).size, 1, 'parameter sets differ');
  const body = join(place, FILES.body);
  await writeVideo(body, asVideo(segments, picture), { signal });
  await verifySegment(place, FILES.body, frames, picture, frames - head - tail);
  if (leading === null) await assertDecoded(runner, place, { head, tail, frames, signal });
  for (const name of [file, `${file}.json`]) {
    await rename(join(place, name.replace(file, FILES.body)), join(folder, name));
  }
}

/** The second of two key frames by itself, whose number is not the one with which segments begin. */
async function secondOf({ path, from, sizes: [before = 0, size = 0], keys, parameterSets }: Segment): Promise<Segment> {
  assert.deepEqual(keys, [0, 1], 'a single frame is no key frame');
  const second = { path, from: from + before, sizes: [size], places: [0], keys: [0], parameterSets };
  await readPictures(path, { ...second, offsets: [second.from] }, { first: 0, last: 1 }, async (picture) => {
    assert.notEqual(numberOfKey(picture, parameterSets), FIRST_KEY, 'a single frame has the number of a first one');
  });
  return second;
}

/** That ffmpeg reads in the material, from what is on screen when the shot begins, just the pictures that we took out. */
function assertRead(log: string, expected: readonly CodedPicture[], begins: number, { fps }: Picture): void {
  const [, num = 0, den = 0] = (/^#tb 0: (\d+)\/(\d+)$/m.exec(log) ?? []).map(Number);
  const read = rowsIn(log).map(([, , pts, , size, hash]) => ({
    at: (Number(pts) * num) / den,
    size: Number(size),
    hash,
  }));
  const from = read.findIndex(({ at }) => at <= begins && begins < at + 1 / fps);
  const first = read[from]?.at ?? NaN;
  for (const [index, { size, hash, place }] of expected.entries()) {
    const found = read[from + index];
    assert.deepEqual([found?.size, found?.hash], [size, hash], 'ffmpeg reads another picture');
    assert.ok(Math.abs(((found?.at ?? NaN) - first) * fps - place) < 0.1, 'ffmpeg shows a picture at another time');
  }
}

/** Between frames of another encoder everything is looked at. */
async function assertDecoded(
  runner: MediaRunner,
  place: string,
  { head, tail, frames, signal }: { head: number; tail: number; frames: number; signal: AbortSignal },
): Promise<void> {
  const { log } = await runner.ffmpeg({
    ...{ cwd: place, signal, nice: 10 },
    args: ['-xerror', '-threads', '1', '-i', FILES.body, '-map', '0:v', ...FRAME_HASHES, FILES.joined],
  });
  assert.equal(log, '', 'the decoder warned');
  const [wanted, found] = await Promise.all([FILES.hashes, FILES.joined].map((name) => hashesIn(join(place, name))));
  assert.deepEqual([wanted?.length, found?.length], [frames, frames], 'another number of frames is shown');
  assert.deepEqual(
    found?.slice(head, frames - tail),
    wanted?.slice(head, frames - tail),
    'frames decode as other ones',
  );
}

/** The rows of ffmpeg's list of frames, in the order in which they are stored or shown. */
const rowsIn = (list: string): string[][] =>
  list.split('\n').flatMap((line) => (/^\d/.test(line) ? [line.split(',').map((cell) => cell.trim())] : []));

async function hashesIn(path: string): Promise<string[]> {
  return rowsIn(await readFile(path, 'utf8')).flatMap((row) => row.at(-1) ?? []);
}
