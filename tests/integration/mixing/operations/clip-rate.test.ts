import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { CLIP_FILES } from '#plugins/mixing/server/operations/clip.ts';
import { segmentFacts } from '#core/server/services/media/operations/verify-segment.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildNode, clipOf, decodeRgb, streamFacts } from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const PICTURE = { width: 160, height: 90, fps: 30 };
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '6', '-pix_fmt', 'yuv420p'];
const STILL = 'testsrc2=s=160x90:r=30:d=5,loop=-1:1:0,noise=alls=10:all_seed=3';

test('a still, noisy picture takes no more than plain ffmpeg gives it, and never jumps at a key frame', async () => {
  const path = await clip('-f', 'lavfi', '-i', STILL, '-t', '12', ...x264, 'still.mp4');
  const { node } = await clipOf(runner, path, { window: { start: 0, end: 12 }, picture: PICTURE });
  const body = join(await buildNode(node), CLIP_FILES.body);
  const { keys, sizes } = await segmentFacts(body);
  assert.deepEqual(keys, [0]);
  const plain = await clip('-i', `file:${path}`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', 'plain.mp4');
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= (await stat(plain)).size, `${bytes} against ${(await stat(plain)).size} bytes`);
  const frames = await decodeRgb(runner, body, PICTURE);
  const changes = frames.slice(1).map((frame, index) => {
    const before = frames[index] ?? frame;
    return frame.reduce((sum, value, at) => sum + Math.abs(value - (before[at] ?? 0)), 0) / frame.length;
  });
  assert.ok(Math.max(...changes) < 0.5, `${Math.max(...changes)} levels from one frame to the next`);
});

test('pure noise stays within the rate of the level that the file states', async () => {
  const noise =
    'nullsrc=s=240x427:r=30:d=1.2,geq=random(1)*255:128:128,scale=480:854:flags=neighbor,noise=alls=60:allf=t';
  const path = await clip('-f', 'lavfi', '-i', noise, '-frames:v', '30', ...x264, 'noise.mp4');
  const { node } = await clipOf(runner, path, { picture: { width: 480, height: 854, fps: 30 } });
  const body = join(await buildNode(node), CLIP_FILES.body);
  const { sizes } = await segmentFacts(body);
  const bits = sizes.reduce((sum, size) => sum + size * 8, 0);
  assert.deepEqual(await streamFacts(runner, body, 'level,profile'), { level: 32, profile: 'High' });
  assert.ok(bits > 12e6 && bits <= 25e6, `${bits / 1e6} Mbit in a second`);
});
