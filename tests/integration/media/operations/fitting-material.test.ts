import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { inspectMaterial, type Material } from '#core/server/services/media/inspect-material.ts';
import { assemble } from '#core/server/services/media/operations/assemble.ts';
import { CLIP_FILES } from '#plugins/mixing/server/operations/clip.ts';
import { readFitting } from '#core/server/services/media/operations/fitting-material.ts';
import { segmentEncoder } from '#core/server/services/media/operations/segment-encoder.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { buildNode, clipOf, SMALL } from './operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=90x160:r=30:d=2.3,format=yuv420p'];
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2.3'];
const encoder = segmentEncoder(SMALL);

const fitting = (name: string, ...sound: string[]) => clip(...picture, ...sound, ...encoder, name);
const again = async (name: string, before: string[], ...options: string[]) =>
  clip(...before, '-i', `file:${await fitting('plain.mp4', ...tone)}`, '-c', 'copy', ...options, name);

/** Lengths that a file states may be rounded to milliseconds. */
function rounded({ video, audio, ...material }: Material) {
  const near = (seconds: number | null) => seconds !== null && Math.round(seconds * 100);
  return {
    ...{ ...material, duration: near(material.duration) },
    video: { ...video, duration: near(video.duration) },
    audio: audio && { ...audio, duration: near(audio.duration) },
  };
}

async function finishedVideo(): Promise<string> {
  const node = await buildNode((await clipOf(runner, await fitting('shot.mp4', ...tone))).node);
  const segments = [{ path: join(node, CLIP_FILES.body), frames: 30 }];
  return (await assemble(runner, { segments, picture: SMALL, sound: join(node, CLIP_FILES.sound) }, folder)).path;
}

test('of what our encoder made the index tells what an inspection finds', async () => {
  for (const path of [
    await fitting('silent.mp4'),
    await fitting('sine.mp4', ...tone),
    await fitting('stereo.mp4', ...tone, '-ac', '2', '-ar', '48000'),
    await again('faststart.mp4', [], '-movflags', '+faststart'),
    await finishedVideo(),
  ]) {
    const found = await readFitting(runner, path, SMALL);
    assert.ok(found !== null, path);
    assert.deepEqual(rounded(found), rounded(await inspectMaterial(runner, path)), path);
  }
});

test('whatever is not in the very format, or holds anything else, has to be inspected', async () => {
  const plain = await fitting('plain.mp4', ...tone);
  const content = await readFile(plain);
  const changed = async (name: string, change: (bytes: Buffer) => Buffer) => {
    const path = join(folder, name);
    await writeFile(path, change(Buffer.from(content)));
    return path;
  };
  const others: Record<string, string> = {
    'another encoder': await clip(...picture, '-c:v', 'libx264', 'other.mp4'),
    'another rate': await again('slower.mp4', [], '-bsf:v', 'setts=ts=TS*2'),
    'an edit list': await again('edited.mp4', ['-ss', '0.4']),
    'late pictures': await again('late.mp4', [], '-output_ts_offset', '1'),
    'a file in parts': await again('parts.mp4', [], '-movflags', 'frag_keyframe+empty_moov'),
    Matroska: await again('other.mkv', []),
    'a second sound': await again('two.mp4', [], '-map', '0:v', '-map', '0:a', '-map', '0:a'),
    'other sound': await clip(...picture, ...tone, ...encoder.slice(0, -2), '-c:a', 'libmp3lame', 'mp3.mp4'),
    'a turned picture': await again('turned.mp4', [], '-metadata:s:v', 'rotate=90'),
    'a file that was cut off': await changed('cut.mp4', (bytes) => bytes.subarray(0, bytes.length - 100)),
    'no video at all': await changed('noise.mp4', (bytes) => bytes.fill(7)),
    'nothing but a name': await changed('name.mp4', (bytes) => bytes.subarray(0, 24)),
  };
  for (const [name, path] of Object.entries(others)) {
    assert.equal(await readFitting(runner, path, SMALL), null, name);
  }
  assert.equal(await readFitting(runner, plain, { ...SMALL, fps: 25 }), null);
});

test('fifty damaged copies are read, or left to an inspection', async () => {
  const content = await readFile(await fitting('plain.mp4', ...tone));
  const from = content.indexOf('moov');
  let state = 11;
  const random = (below: number) => (state = (state * 48271) % 2147483647) % below;
  for (let seed = 0; seed < 50; seed++) {
    const damaged = Buffer.from(content);
    for (let flip = 0; flip < 6; flip++) {
      const at = from + random(damaged.length - from);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random(8));
    }
    const path = join(folder, `damaged-${seed}.mp4`);
    await writeFile(path, damaged);
    await readFitting(runner, path, SMALL);
  }
});
