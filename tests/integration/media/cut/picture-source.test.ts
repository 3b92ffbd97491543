import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pictureSource } from '#core/server/services/media/cut/picture-source.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { inspected, sourceOf } from '../operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-pix_fmt', 'yuv420p'];
const filmed = await clip(
  ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=2', '-f', 'lavfi', '-i', 'sine=d=2'],
  ...[...H264, '-c:a', 'aac', 'filmed.mp4'],
);

async function hashOf(path: string): Promise<{ pictures: string; file: string }> {
  const source = await sourceOf(path);
  const { hash } = await pictureSource(source, (await inspected(runner, path)).video);
  return { pictures: hash, file: source.hash };
}

const copy = (name: string, ...options: string[]) =>
  clip(...['-i', `file:${filmed}`, ...options, '-c:v', 'copy', name]);

test('pictures are the same beside another sound, beside none, and wherever they lie in the file', async () => {
  const { pictures, file } = await hashOf(filmed);
  assert.notEqual(pictures, file);
  for (const path of [
    await copy('silent.mp4', '-an'),
    await copy('spoken.mp4', '-f', 'lavfi', '-i', 'sine=f=300:d=2', '-map', '1:a', '-map', '0:v', '-c:a', 'aac'),
    await copy('quick.mp4', '-c:a', 'copy', '-movflags', '+faststart'),
  ]) {
    assert.equal((await hashOf(path)).pictures, pictures, path);
  }
});

test('pictures are others that are coded anew, shown at other times, or turned', async () => {
  const { pictures } = await hashOf(filmed);
  for (const path of [
    await clip('-i', `file:${filmed}`, '-an', ...H264, '-crf', '40', 'coarse.mp4'),
    await copy('slower.mp4', '-an', '-bsf:v', 'setts=ts=TS*2'),
    await copy('turned.mp4', '-an', '-metadata:s:v:0', 'rotate=90'),
  ]) {
    assert.notEqual((await hashOf(path)).pictures, pictures, path);
  }
});

test('a file whose index is not plain stands for itself', async () => {
  const { pictures, file } = await hashOf(await copy('filmed.mkv'));
  assert.equal(pictures, file);
});
