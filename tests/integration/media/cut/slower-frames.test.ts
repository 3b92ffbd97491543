import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { slowedTime, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { assertShown, frameHashes, frameTimes } from './cut-kit.ts';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=30:d=8', '-f', 'lavfi', '-i', 'sine=r=48000:d=8'];
const SOUND = ['-c:a', 'aac', '-ac', '2'];
const GROUPS = ['-g', '30', '-bf', '2', '-x264-params', 'open-gop=0:scenecut=0'];
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', ...GROUPS];
const SLOWER: readonly SlowStretch[] = [
  { from: 2.5, to: 3, factor: 1.05 },
  { from: 3, to: 4.5, factor: 1.1 },
  { from: 4.5, to: 5, factor: 1.05 },
];

let folder: string;
let runner: MediaRunner;
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
});

async function slowed(path: string) {
  const own = await mkdtemp(join(folder, 'slow-'));
  const material = await inspectMaterial(runner, path, { minSeconds: 0 });
  const facts = await exactCut(runner, {
    ...{ path, name: 'clip.mp4', material, from: 0, to: null, reframe: UNCHANGED, folder: own },
    ...{ signal: new AbortController().signal, onProgress: () => undefined },
    change: () => ({
      ...{ frames: [], isQuick: true, slower: SLOWER },
      draw: () => Promise.resolve({ graph: (input, output) => `[${input}]null[${output}]` }),
    }),
  });
  return { facts, file: join(own, CUT_FILES.video) };
}

test('only what is slower is encoded: its rate is kept, every picture is that of its moment, and sound is left out', async () => {
  const source = await makeClip(runner, folder, ...PICTURE, ...H264, ...SOUND, 'steady.mp4');
  const { facts, file } = await slowed(source);
  // 0.025 + 0.15 + 0.025 s more, 6 pictures.
  assert.deepEqual([facts.first, facts.last, facts.picturesEncoded, facts.sound], [0, 240, null, 'none']);
  const times = frameTimes(file);
  assert.equal(times.length, 246);
  assert.ok(times.every((time, at) => Math.abs(time - at / 30) < 2e-6));
  assert.ok(Math.abs(facts.seconds - 8.2) < 1e-6, `${facts.seconds} s`);
  // Key frames are at each second: copied is all but from 2.5 to 5 s, but for pictures that wait for one behind.
  assert.ok(facts.copied >= 240 - 75 - 4, `${facts.copied} are copied`);
  const [own, before] = [frameHashes(file), frameHashes(source)];
  assert.deepEqual(own.slice(0, 71), before.slice(0, 71));
  assert.deepEqual(own.slice(156), before.slice(150));
  assertShown(file, source, SLOWER);
});

test('frames that last differently are all copied and shown longer', async () => {
  const gaps = ['-vf', String.raw`select=not(eq(mod(n\,4)\,1)),settb=1/15360`, '-fps_mode', 'passthrough'];
  const source = await makeClip(runner, folder, ...PICTURE, ...gaps, ...H264, ...SOUND, 'gaps.mp4');
  const { facts, file } = await slowed(source);
  assert.deepEqual([facts.copied, facts.last, facts.picturesEncoded], [180, 180, null]);
  assert.deepEqual(frameHashes(file), frameHashes(source));
  const [times, before] = [frameTimes(file), frameTimes(source)];
  for (const [at, time] of times.entries()) {
    const off = time - slowedTime(SLOWER, before[at] ?? 0);
    assert.ok(Math.abs(off) < 0.005, `frame ${at} is ${off} s beside its time`);
  }
});

test('what cannot be copied is encoded as a whole, as slow', async () => {
  const source = await makeClip(runner, folder, ...PICTURE, '-c:v', 'mpeg4', '-q:v', '3', ...SOUND, 'other.mp4');
  const { facts, file } = await slowed(source);
  assert.deepEqual([facts.copied, facts.picturesEncoded], [0, 'codec']);
  assert.equal(frameTimes(file).length, 246);
  assertShown(file, source, SLOWER);
});
