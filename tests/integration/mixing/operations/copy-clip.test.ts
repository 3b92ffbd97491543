import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { assemble } from '#core/server/services/media/operations/assemble.ts';
import { CLIP_FILES, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';
import { readCodedPictures, readPictures } from '#core/server/services/media/operations/coded-pictures.ts';
import { numberOfKey } from '#core/server/services/media/operations/copy-range.ts';
import { segmentEncoder } from '#core/server/services/media/operations/segment-encoder.ts';
import { makeSoundtrack } from '#plugins/mixing/server/operations/soundtrack.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import {
  buildNode,
  clipOf,
  counterFilter,
  readCounter,
  SMALL,
} from '#tests/integration/media/operations/operations-kit.ts';

/** Frames between two key frames of the source, or one less. */
const GROUP = 24;

/** Above, ten bars with the number of the frame; below, noise, so that a frame that is encoded again differs. */
const PICTURE =
  `color=gray:s=20x10:r=30:d=5,${counterFilter()},scale=90:80:flags=neighbor,setsar=1,format=yuv420p[number];` +
  'color=gray:s=90x80:r=30:d=5,format=yuv420p,noise=c0s=100:c0f=t+u[noise];[number][noise]vstack';

let folder: string;
let runner: MediaRunner;
let source: string;
let sourceFrames: string[];
let sourceKeys: number[];
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
  source = await drawSource('fitting.mp4');
  sourceFrames = await framesOf(source);
  sourceKeys = (await framesOf(source, '-skip_frame', 'nokey')).map((hash) => sourceFrames.indexOf(hash));
  assert.ok(sourceKeys.length > 4, `key frames: ${sourceKeys.join()}`);
});

function drawSource(name: string, change: (setting: string) => string = (setting) => setting): Promise<string> {
  const encoder = segmentEncoder(SMALL).map((word) => change(word.replace('keyint=600', `keyint=${GROUP}:scenecut=0`)));
  return makeClip(
    runner,
    folder,
    ...['-f', 'lavfi', '-i', PICTURE, '-f', 'lavfi', '-i', 'sine=frequency=440:duration=5', '-c:a', 'aac'],
    ...[...encoder, name],
  );
}

/** A hash of each frame that is decoded, in the order in which they are shown. */
async function framesOf(path: string, ...decoder: string[]): Promise<string[]> {
  const chunks: Buffer[] = [];
  const { log } = await runner.ffmpeg({
    cwd: '/',
    onOutput: (chunk) => chunks.push(chunk),
    args: [
      '-xerror',
      ...decoder,
      '-i',
      `file:${path}`,
      '-map',
      '0:v',
      '-fps_mode',
      'passthrough',
      '-f',
      'framemd5',
      'pipe:1',
    ],
  });
  assert.equal(log, '', path);
  const lines = Buffer.concat(chunks).toString().split('\n');
  return lines.flatMap((line) => (/^\d/.test(line) ? (line.split(',').at(-1)?.trim() ?? []) : []));
}

const numbersIn = (path: string) => readCounter(runner, path, 'crop=iw:ih/2:0:0');

/** A shot, and which of its frames are those of the source to the bit. */
async function shotOf(path: string, frames: readonly string[], start: number, options: Partial<ClipOptions> = {}) {
  const window = { start: start / 30, end: start / 30 + 2 };
  const { node } = await clipOf(runner, path, { window, ...options });
  const made = await buildNode(node);
  const body = join(made, CLIP_FILES.body);
  const own = await framesOf(body);
  const same = own.flatMap((hash, at) => (hash === frames[start + at] ? [at] : []));
  return { made, body, same };
}

const from = (first: number, last: number) => Array.from({ length: last - first }, (_, index) => first + index);

for (const [name, beforeKey, head] of [
  ['from a key frame on', 0, 0],
  ['from between two key frames on', 9, 9],
  ['from the frame before a key frame on', 1, GROUP],
] as const) {
  test(`a shot that fits ${name} is copied, and encoded only before a key frame and where frames are missing`, async () => {
    for (const key of [sourceKeys[0] ?? -1, sourceKeys[2] ?? -1]) {
      const start = Math.max(0, key - beforeKey);
      const { made, body, same } = await shotOf(source, sourceFrames, start);
      assert.deepEqual(await numbersIn(body), from(start, start + 60));
      const [first = -1, last = -1] = [same[0], same.at(-1)];
      assert.ok(Math.abs(first - (key === 0 ? 0 : head)) <= 1, `key frame ${key}: copied from frame ${first} on`);
      assert.ok(last >= 55, `key frame ${key}: copied as far as frame ${last}`);
      assert.deepEqual(same, from(first, last + 1));
      assert.deepEqual(
        (await readdir(made)).filter((file) => !Object.values<string>(CLIP_FILES).includes(file)),
        [`${CLIP_FILES.body}.json`],
      );
    }
  });
}

test('copied and encoded shots are joined without a warning, frame after frame', async () => {
  const other = await drawSource('other.mp4', (setting) => setting.replace('veryfast', 'ultrafast'));
  const otherFrames = await framesOf(other);
  const shots = [
    await shotOf(source, sourceFrames, 30),
    await shotOf(other, otherFrames, 10),
    await shotOf(source, sourceFrames, 0),
  ];
  assert.deepEqual(
    shots.map(({ same }) => same.length > 30),
    [true, false, true],
  );
  const work = join(folder, 'joined');
  await mkdir(work);
  const sound = join(work, 'sound.wav');
  const sounds = shots.map(({ made }) => ({ path: join(made, CLIP_FILES.sound), volume: 1, blendAfter: 0 }));
  await makeSoundtrack({ shots: sounds, frames: 180, fps: 30 }, sound);
  const segments = shots.map(({ body }) => ({ path: body, frames: 60 }));
  const { path, copied, copiedSegments } = await assemble(runner, { segments, picture: SMALL, sound }, work);
  assert.equal(copied, (shots[0]?.same.length ?? 0) + (shots[2]?.same.length ?? 0));
  assert.equal(copiedSegments, 2);
  assert.equal((await framesOf(path)).length, 180);
  assert.deepEqual(await numbersIn(path), [...from(30, 90), ...from(10, 70), ...from(0, 60)]);
});

test('a single frame behind what is copied is a key frame of another number than the next one, in every video', async () => {
  const path = await drawSource('steady.mp4', (setting) => setting.replace('scenecut=40', 'scenecut=0:b-adapt=0'));
  const all = await framesOf(path);
  const window = (frames: number) => ({ start: 0, end: frames / 30 });
  const shots = await Promise.all(
    [57, 58, 59, 60].map(async (frames) => ({
      ...{ frames, ...(await shotOf(path, all, 0, { window: window(frames) })) },
    })),
  );
  const single = shots.find(({ frames, same }) => same.length === frames - 1);
  assert.ok(single !== undefined, `copied: ${shots.map(({ frames, same }) => `${same.length} of ${frames}`).join()}`);
  const { frames, made, body } = single;
  const work = join(folder, 'single');
  await mkdir(work);
  const sound = join(work, 'sound.wav');
  const own = { path: join(made, CLIP_FILES.sound), volume: 1, blendAfter: 0 };
  await makeSoundtrack({ shots: [own, own], frames: 2 * frames, fps: 30 }, sound);
  const segments = [body, body].map((path) => ({ path, frames }));
  const video = await assemble(runner, { segments, picture: SMALL, sound }, work);
  assert.deepEqual(await numbersIn(video.path), [...from(0, frames), ...from(0, frames)]);
  assert.equal((await framesOf(video.path)).length, 2 * frames);
  const pictures = await readCodedPictures(video.path, SMALL);
  assert.ok(pictures.keys.includes(frames - 1) && pictures.keys.includes(frames), `keys: ${pictures.keys.join()}`);
  const numbers = await Promise.all(
    [frames - 1, frames].map((first) =>
      readPictures(video.path, pictures, { first, last: first + 1 }, async (bytes) =>
        numberOfKey(bytes, pictures.parameterSets),
      ),
    ),
  );
  assert.deepEqual(numbers, [1, 0]);
});

test('a shot that begins with a key frame of another number is encoded', async () => {
  const second = sourceKeys[1] ?? -1;
  const { same } = await shotOf(source, sourceFrames, second);
  assert.ok(same.length < 5, `${same.length} frames were copied`);
});

test('shots that wait are copied by one process, each as it is alone, and a damaged one fails by itself', async () => {
  // In the middle of the first pictures, where others refer to them.
  const damaged = join(folder, 'damaged.mp4');
  const bytes = await readFile(source);
  const data = bytes.indexOf('mdat');
  bytes.fill(0x55, data + 2000, data + 2400);
  await writeFile(damaged, bytes);
  const shots = [source, source, damaged, source, source].map((path, index) => ({ path, start: index * 6 }));
  const { slots, tools } = await realRunner(folder, { slots: 1 });
  let starts = 0;
  const counting: MediaRunner = {
    ...{ tools, slots },
    ffprobe: (run) => runner.ffprobe(run),
    ffmpeg(run) {
      starts += 1;
      return runner.ffmpeg(run);
    },
  };
  const nodeOf = async (by: MediaRunner, { path, start }: (typeof shots)[number]) =>
    (await clipOf(by, path, { window: { start: start / 30, end: start / 30 + 2 } })).node;
  const filesOf = async (node: Promise<RenderNode>) => {
    const made = await buildNode(await node);
    const names = (await readdir(made)).sort();
    return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(made, name))] as const)));
  };
  const alone: PromiseSettledResult<unknown>[] = [];
  for (const shot of shots) alone.push(...(await Promise.allSettled([filesOf(nodeOf(runner, shot))])));
  const intact = shots.flatMap((shot, index) => (shot.path === source ? [{ shot, alone: alone[index] }] : []));
  const nodes = await Promise.all(intact.map(({ shot }) => nodeOf(counting, shot)));
  starts = 0;
  const together = await Promise.allSettled(nodes.map((node) => filesOf(Promise.resolve(node))));
  // The format of our own segments, the first shot, and the three others; joined frames are looked at in all.
  assert.ok(starts <= 3 + intact.length, `${starts} processes for ${intact.length} shots`);
  assert.deepEqual(
    together,
    intact.map((each) => each.alone),
  );
  const beside = await Promise.allSettled(shots.map((shot) => filesOf(nodeOf(counting, shot))));
  const told = (ends: PromiseSettledResult<unknown>[]) => ends.map((end) => whatFailed(end));
  assert.deepEqual(told(beside), told(alone));
  assert.deepEqual(told(alone), ['made', 'made', 'core:media.broken', 'made', 'made']);
});

const whatFailed = (end: PromiseSettledResult<unknown>) =>
  end.status === 'fulfilled' ? 'made' : end.reason instanceof ExpectedError ? end.reason.code : String(end.reason);

test('what does not fit, or could decode in another way, is encoded', async () => {
  const open = await drawSource('open.mp4', (setting) => setting.replace('open-gop=0', 'open-gop=1'));
  const large = await drawSource('large.mp4', (setting) => setting.replace('chromaloc=0', 'chromaloc=1'));
  const again = (name: string, before: string[], ...options: string[]) =>
    makeClip(runner, folder, ...before, '-i', `file:${source}`, '-c', 'copy', ...options, name);
  const edited = await again('edited.mp4', ['-ss', '0.3']);
  const inParts = await again('in-parts.mp4', [], '-movflags', 'frag_keyframe+empty_moov');
  // Its edit list ends with the 55th picture: there are more in the file, but ffmpeg does not show them.
  const hidden = join(folder, 'hidden.mp4');
  const bytes = await readFile(source);
  bytes.writeUInt32BE(Math.round((55 / 30) * 1000), bytes.indexOf('elst') + 12);
  await writeFile(hidden, bytes);
  for (const [path, options] of [
    [hidden, {}],
    [open, {}],
    [large, {}],
    [edited, {}],
    [inParts, {}],
    [source, { mirror: true }],
    [source, { speed: 1.5 }],
    [source, { blend: { before: 0, after: 5 } }],
  ] as const) {
    const { same } = await shotOf(path, await framesOf(path), 0, options);
    assert.ok(same.length < 5, `${path} ${JSON.stringify(options)}: ${same.length} frames were copied`);
  }
});
