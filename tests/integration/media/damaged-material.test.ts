import assert from 'node:assert/strict';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type { MaterialLimits } from '#core/server/services/media/material-rules.ts';
import { watchedNode } from '#core/server/services/media/shots/watched-node.ts';

import { makeClip, makeHugeClip, realRunner, temporaryFolder } from './media-kit.ts';
import { buildNode } from './operations/operations-kit.ts';
import { refusalOf } from './refusal-of.ts';

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=2'];

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const refusal = (path: string, limits?: MaterialLimits) => refusalOf(runner, path, limits);

/** Overwrites the first place where `found` stands. */
async function patch(path: string, found: string, offset: number, bytes: number[]): Promise<void> {
  const content = await readFile(path);
  const at = content.indexOf(found);
  assert.ok(at >= 0, `${found} is in ${path}`);
  Buffer.from(bytes).copy(content, at + offset);
  await writeFile(path, content);
}

test('a video without a single frame is refused', async () => {
  const path = await clip(
    ...PICTURE,
    '-c:v',
    'libx264',
    '-t',
    '2',
    '-movflags',
    'empty_moov+frag_keyframe',
    'header.mp4',
  );
  const content = await readFile(path);
  await writeFile(path, content.subarray(0, content.indexOf('moof') - 4));
  assert.equal(await refusal(path), 'no-frames');
});

test('too short, too long, too many tracks, too large', async () => {
  assert.equal(await refusal(await clip('-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=0.5', 'half.mp4')), 'too-short');
  assert.equal(
    await refusal(await clip('-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=1', 'one.mp4')),
    'accepted: 1 s, 25 frames',
  );
  assert.equal(
    await refusal(await clip('-f', 'lavfi', '-i', 'color=s=16x16:r=1/60:d=28800', 'eight-hours.mp4')),
    'too-long',
  );
  const tracks = Array.from({ length: 19 }, () => ['-map', '1:a']).flat();
  assert.equal(
    await refusal(await clip(...PICTURE, '-f', 'lavfi', '-i', 'anullsrc=d=2', '-map', '0:v', ...tracks, 'tracks.mkv')),
    'too-many-streams',
  );
  assert.equal(await refusal(await makeHugeClip(runner, folder)), 'too-large-picture');
  assert.equal(await refusal(await clip(...PICTURE, 'plain.mp4'), { maxSide: 32 }), 'too-large-picture');
  assert.equal(await refusal(join(folder, 'plain.mp4'), { maxBytes: 1000 }), 'too-big');
});

test('a file that was cut off is told with what it promised and what it holds', async () => {
  const drawn = ['-c:v', 'libx264', '-preset', 'ultrafast'];
  const path = await clip(
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=10', ...drawn],
    ...['-movflags', '+faststart', 'cut.mp4'],
  );
  await truncate(path, Math.round((await stat(path)).size / 2));
  await assert.rejects(
    inspectMaterial(runner, path),
    (error: Error & { code?: string; params?: Record<string, number> }) => {
      assert.equal(error.code, 'core:media.truncated');
      assert.equal(error.params?.stated, 10);
      assert.ok((error.params?.found ?? 10) < 8);
      return true;
    },
  );
  const headless = await clip('-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=4', ...drawn, 'headless.mp4');
  await truncate(headless, Math.round((await stat(headless)).size / 2));
  assert.equal(await refusal(headless), 'broken');
});

test('a video whose bytes are gone behind a whole header is refused where its pictures are read', async () => {
  const path = await clip('-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=25:d=2', '-movflags', '+faststart', 'zeros.mp4');
  const content = await readFile(path);
  content.fill(0, content.indexOf('mdat') + 4);
  await writeFile(path, content);
  const source = { hash: 'zeros', name: 'zeros.mp4', read: <T>(use: (path: string) => Promise<T>) => use(path) };
  const node = watchedNode(runner, source, await inspectMaterial(runner, path));
  await assert.rejects(buildNode(node), { code: 'core:media.broken' });
});

test('absurd times are refused', async () => {
  const gap = await clip(
    ...PICTURE,
    '-vf',
    "setpts='if(lt(N,25),N,N+25*3600)/25/TB'",
    '-fps_mode',
    'passthrough',
    '-enc_time_base',
    '1/25',
    'gap.mkv',
  );
  assert.equal(await refusal(gap), 'absurd-times');
  const late = await clip(...PICTURE, '-output_ts_offset', '400000', 'late.mkv');
  assert.equal(await refusal(late), 'absurd-times');
  const stated = await clip(...PICTURE, 'stated.mp4');
  // The length in the headers of film and track: 2^31 units.
  await patch(stated, 'mvhd', 20, [0x7f, 0xff, 0xff, 0xff]);
  await patch(stated, 'mdhd', 20, [0x7f, 0xff, 0xff, 0xff]);
  assert.match(await refusal(stated), /^(absurd-times|too-long|truncated)$/);
});

test('thirty damaged copies each give an answer or one clear refusal', async () => {
  const path = await clip(...PICTURE, '-f', 'lavfi', '-i', 'sine=d=2', '-shortest', 'sound-and-picture.mp4');
  const content = await readFile(path);
  let state = 7;
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below;
  await Promise.all(
    Array.from({ length: 30 }, async (_, seed) => {
      const damaged = Buffer.from(content);
      for (let flip = 0; flip < 40; flip += 1) {
        const at = random(damaged.length);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << random(8));
      }
      const name = join(folder, `flipped-${seed}.mp4`);
      await writeFile(name, damaged);
      await refusal(name);
    }),
  );
});
