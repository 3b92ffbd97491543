import assert from 'node:assert/strict';
import { mkdir, mkdtemp, open, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';

import type { MediaInfo, VideoStream } from '../media-info.ts';
import { inspectedInput, type MediaRunner } from '../runner.ts';
import { FRAME_TICKS, mostBits, segmentEncoder } from './segment-encoder.ts';
import { readFacts, segmentFacts, verifySegment, type SegmentFacts } from './verify-segment.ts';
import type { Segment } from './video-chunks.ts';
import { writeVideo } from './write-video.ts';

/** Larger materials are not read as a whole for one shot. */
const MAX_BYTES = 200e6;

/** Whether a material states the very format of the output, so that its pictures may not have to be encoded. */
export function hasFormat(info: MediaInfo, picture: Picture): boolean {
  const { video, size, container } = info;
  return video !== null && size <= MAX_BYTES && container.split(',').includes('mp4') && isSame(video, picture);
}

function isSame(video: VideoStream, { width, height, fps }: Picture): boolean {
  const colours = [video.colorSpace, video.colorTransfer, video.colorPrimaries];
  return (
    video.codec === 'h264' &&
    video.pixelFormat === 'yuv420p' &&
    video.width === width &&
    video.height === height &&
    video.rotation === 0 &&
    video.sar.num === video.sar.den &&
    video.colorRange === 'tv' &&
    colours.every((name) => name === 'bt709') &&
    video.averageRate === fps &&
    video.baseRate === fps
  );
}

const known = new WeakMap<MediaRunner, Map<string, Promise<string>>>();

/** The parameter sets of every segment in a picture format, found by encoding two frames once. */
function parameterSetsOf(runner: MediaRunner, picture: Picture): Promise<string> {
  const own = known.get(runner) ?? new Map<string, Promise<string>>();
  known.set(runner, own);
  const name = JSON.stringify(picture);
  const found = own.get(name) ?? encodeBlank(runner, picture);
  own.set(name, found);
  found.catch(() => own.delete(name));
  return found;
}

async function encodeBlank(runner: MediaRunner, picture: Picture): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelport-format-'));
  try {
    const blank = `color=gray:s=${picture.width}x${picture.height}:r=${picture.fps}`;
    await runner.ffmpeg({
      cwd: folder,
      args: ['-f', 'lavfi', '-i', blank, '-frames:v', '2', ...segmentEncoder(picture), 'blank.mp4'],
    });
    await verifySegment(folder, 'blank.mp4', 2, picture);
    return (await segmentFacts(join(folder, 'blank.mp4'))).parameterSets;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Which pictures of a shot are copied: numbers of a material's frames, from the first on and without the last. */
export interface CopyRange {
  first: number;
  last: number;
}

/**
 * Finds the longest stretch of a shot that decodes without the frames around it: from a key frame on, to where no frame
 * is missing that is shown before. What is left at either side takes two frames at least, because two key frames one
 * after the other would have to be told apart by a number that we do not choose.
 * @param shot the frames that the shot shows
 * @returns null when less than half of the shot could be copied
 */
export function findCopyRange(
  { places, keys }: Pick<SegmentFacts, 'places' | 'keys'>,
  shot: CopyRange,
): CopyRange | null {
  const isLeft = (frames: number) => frames === 0 || frames > 1;
  const first = keys.find((key) => key >= shot.first && isLeft(key - shot.first) && places[key] === key);
  if (first === undefined) return null;
  let last = first;
  let highest = first;
  for (let at = first; at < shot.last; at++) {
    const place = places[at] ?? Infinity;
    // A frame that belongs before the key frame refers to what is not copied.
    if (place < first) return null;
    highest = Math.max(highest, place);
    if (highest >= shot.last) break;
    if (highest === at && isLeft(shot.last - at - 1)) last = at + 1;
  }
  return (last - first) * 2 < shot.last - shot.first ? null : { first, last };
}

/** Coded slices of a picture, hints, delimiters and padding: everything else could change how pictures decode. */
const HARMLESS = new Set([1, 5, 6, 9, 12]);
const KEY_SLICE = 5;

/**
 * The facts of a stretch of a verified segment.
 * @throws AssertionError when something in it could decode in another way once it stands between other segments
 */
async function copiedFacts(
  path: string,
  facts: SegmentFacts,
  { first, last }: CopyRange,
  picture: Picture,
): Promise<SegmentFacts> {
  const sum = (sizes: readonly number[]) => sizes.reduce((bytes, size) => bytes + size, 0);
  const sizes = facts.sizes.slice(first, last);
  const from = facts.from + sum(facts.sizes.slice(0, first));
  const keys = facts.keys.flatMap((key) => (key >= first && key < last ? [key - first] : []));
  assert.ok(sum(sizes) * 8 <= mostBits(picture, sizes.length), 'copied pictures take more than the level allows');
  const bytes = Buffer.alloc(sum(sizes));
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    assert.equal(bytesRead, bytes.length, 'the pictures end early');
  } finally {
    await file.close();
  }
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    const kinds = kindsIn(bytes.subarray(at, at + size));
    assert.ok(
      kinds.every((kind) => HARMLESS.has(kind)),
      `a picture carries ${kinds.join()}`,
    );
    assert.equal(kinds.includes(KEY_SLICE), keys.includes(index), 'a key frame is none, or is not named');
    at += size;
  }
  return { ...facts, from, sizes, keys, places: facts.places.slice(first, last).map((place) => place - first) };
}

/** The types of the units that a picture is stored in, each after its length in four bytes. */
function kindsIn(picture: Buffer): number[] {
  const kinds: number[] = [];
  for (let at = 0; at < picture.length;) {
    assert.ok(at + 5 <= picture.length, 'a picture ends within a unit');
    const length = picture.readUInt32BE(at);
    assert.ok(length > 0 && at + 4 + length <= picture.length, 'a unit is longer than its picture');
    kinds.push(picture.readUInt8(at + 4) & 31);
    at += 4 + length;
  }
  return kinds;
}

/** Files of a copy while it is made, in the folder of the clip. */
const FILES = {
  folder: 'copy',
  picture: 'picture.mp4',
  head: 'head.mp4',
  tail: 'tail.mp4',
  hashes: 'shown.hashes',
  body: 'body.mp4',
} as const;

const HASHED = ['-fps_mode', 'passthrough', '-f', 'framehash', '-hash', 'murmur3'];

/** What of a shot is copied, and what has to be encoded around it. */
export interface PictureCopy {
  /** Frames before the copied ones and after them. */
  head: number;
  tail: number;
  /** Frames of the shot. */
  frames: number;
  copied: Segment;
}

export interface PlanCopyOptions {
  path: string;
  info: MediaInfo;
  picture: Picture;
  /** Frames of the material that the shot shows. */
  shot: CopyRange;
  /** Of the clip. */
  folder: string;
  signal: AbortSignal;
}

/** Looks what of a shot can be copied. @returns null when that is nothing, or too little */
export async function planCopy(runner: MediaRunner, options: PlanCopyOptions): Promise<PictureCopy | null> {
  const { path, info, picture, shot, signal } = options;
  const folder = join(options.folder, FILES.folder);
  await mkdir(folder);
  await runner.ffmpeg({
    cwd: folder,
    signal,
    nice: 10,
    args: [
      ...['-xerror', ...inspectedInput(path, info), '-map', `0:${info.video?.index ?? 0}`, '-c', 'copy'],
      ...[
        '-map_metadata',
        '-1',
        '-video_track_timescale',
        String(picture.fps * FRAME_TICKS),
        '-f',
        'mp4',
        FILES.picture,
      ],
    ],
  });
  const facts = await readFacts(folder, FILES.picture, picture);
  const range = shot.first < 0 || shot.last > facts.sizes.length ? null : findCopyRange(facts, shot);
  if (range === null || facts.parameterSets !== (await parameterSetsOf(runner, picture))) return null;
  const source = join(folder, FILES.picture);
  return {
    head: range.first - shot.first,
    tail: shot.last - range.last,
    frames: shot.last - shot.first,
    copied: { path: source, ...(await copiedFacts(source, facts, range, picture)) },
  };
}

/** What the process that decodes the shot writes beside: hashes of its frames, and those around the copied ones encoded. */
export function copyOutputs({ head, tail, frames }: PictureCopy, picture: Picture, shown: string) {
  const evenly = `setpts=N/${picture.fps}/TB`;
  const parts = [
    { name: 'hashed', filter: 'null', output: [...HASHED, join(FILES.folder, FILES.hashes)] },
    ...(head > 0
      ? [{ name: 'before', filter: `trim=end_frame=${head},${evenly}`, output: encoded(picture, FILES.head) }]
      : []),
    ...(tail > 0
      ? [
          {
            name: 'behind',
            filter: `trim=start_frame=${frames - tail},${evenly}`,
            output: encoded(picture, FILES.tail),
          },
        ]
      : []),
  ];
  return {
    graph: [
      `${shown}split=${parts.length}${parts.map(({ name }) => `[${name}0]`).join('')}`,
      ...parts.map(({ name, filter }) => `[${name}0]${filter}[${name}]`),
    ],
    outputs: parts.flatMap(({ name, output }) => ['-map', `[${name}]`, ...output]),
  };
}

const encoded = (picture: Picture, file: string) => [...segmentEncoder(picture), join(FILES.folder, file)];

/**
 * Joins what is copied with what was encoded around it, and proves by a decoder that the copied frames are what the
 * shot shows.
 * @param file the segment in the clip's folder
 * @throws AssertionError when they are not
 */
export async function joinCopy(
  runner: MediaRunner,
  { head, tail, frames, copied }: PictureCopy,
  { folder, file, picture, signal }: { folder: string; file: string; picture: Picture; signal: AbortSignal },
): Promise<void> {
  const place = join(folder, FILES.folder);
  const edge = async (name: string, count: number): Promise<Segment[]> => {
    if (count === 0) return [];
    await verifySegment(place, name, count, picture);
    const path = join(place, name);
    return [{ path, ...(await segmentFacts(path)) }];
  };
  const segments = [...(await edge(FILES.head, head)), copied, ...(await edge(FILES.tail, tail))];
  assert.equal(new Set(segments.map(({ parameterSets }) => parameterSets)).size, 1, 'parameter sets differ');
  await writeVideo(join(place, FILES.body), { segments, picture, createdAt: new Date(0) }, signal);
  await verifySegment(place, FILES.body, frames, picture, frames - head - tail);

  const wanted = hashesIn(await readFile(join(place, FILES.hashes), 'utf8'));
  assert.equal(wanted.length, frames, 'the shot shows another number of frames');
  const { keys, places } = await segmentFacts(join(place, FILES.body));
  // Copied alone, frames decode as they did in their file, which was decoded just now: key frames tell that all are in
  // their place. Between frames of another encoder everything is looked at.
  const isWhole = head + tail > 0;
  const chunks: Buffer[] = [];
  const { log } = await runner.ffmpeg({
    cwd: place,
    signal,
    nice: 10,
    onOutput: (chunk) => chunks.push(chunk),
    args: [
      ...['-xerror', '-threads', '1', ...(isWhole ? [] : ['-skip_frame', 'nokey']), '-i', FILES.body, '-map', '0:v'],
      ...[...HASHED, 'pipe:1'],
    ],
  });
  assert.equal(log, '', 'the decoder warned');
  const found = hashesIn(Buffer.concat(chunks).toString());
  const decoded = isWhole ? wanted.map((_, at) => at) : keys.map((key) => places[key] ?? -1);
  assert.equal(found.length, decoded.length, 'the decoder showed another number of frames');
  for (const [index, at] of decoded.entries()) {
    if (at < head || at >= frames - tail) continue;
    assert.equal(found[index], wanted[at], `frame ${at} decodes as another one`);
  }
  for (const name of [file, `${file}.json`]) {
    await rename(join(place, name.replace(file, FILES.body)), join(folder, name));
  }
}

/** Removes what {@link planCopy} and {@link joinCopy} needed. */
export async function clearCopy(folder: string): Promise<void> {
  await rm(join(folder, FILES.folder), { recursive: true, force: true });
}

/** The hashes in ffmpeg's list of frames, in the order in which they are shown. */
function hashesIn(list: string): string[] {
  return list.split('\n').flatMap((line) => (/^\d/.test(line) ? (line.split(',').at(-1)?.trim() ?? []) : []));
}
