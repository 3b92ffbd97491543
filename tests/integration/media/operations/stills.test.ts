import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import sharp from 'sharp';

import { CLIP_FILES } from '#plugins/mixing/server/operations/clip.ts';
import { compareFootage } from '#core/server/services/media/footage/compare-footage.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readMaterialFingerprint, watchedNode } from '#core/server/services/media/shots/watched-node.ts';
import { POSTER_FILE, posterNode } from '#core/server/services/media/operations/poster.ts';
import { SPRITE_FILES, spriteNode } from '#core/server/services/media/operations/sprite.ts';
import { WAVEFORM_FILE, waveformNode } from '#core/server/services/media/operations/waveform.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { hdrClip } from './hdr-clip.ts';
import { buildNode, clipOf, decodeRgb, inspected, sourceOf } from './operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
/** Dark at first, brighter with every second. */
const brightening = (seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `color=black:s=32x18:r=25:d=${seconds},geq=lum='20+20*floor(T)':cb=128:cr=128,scale=320:180`,
  ...x264,
];

/** The poster of a file, as it is inspected. */
async function posterOf(path: string, options: { at?: number; width: number }): Promise<string> {
  const { video } = await inspected(runner, path);
  const node = posterNode(runner, { source: await sourceOf(path), video, at: 0, ...options });
  return join(await buildNode(node), POSTER_FILE);
}

/** The sheet of a file, as it is inspected. */
async function spriteOf(
  path: string,
  options: { seconds: number; count: number; width: number; height: number },
): Promise<string> {
  const { video } = await inspected(runner, path);
  return await buildNode(spriteNode(runner, { source: await sourceOf(path), video, ...options }));
}

/** A copy that is shown turned to the left. */
const turn = (path: string, name: string) =>
  clip('-i', `file:${path}`, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', name);

test('a poster has the picture of its time, upright and of the right shape', async () => {
  const path = await clip(...brightening(6), 'bright.mp4');
  const poster = await posterOf(path, { at: 4, width: 160 });
  assert.deepEqual(await sizeOf(poster), ['jpeg', 160, 90]);
  const level = (await sharp(poster).stats()).channels[0]?.mean ?? 0;
  assert.ok(Math.abs(level - 98) < 25, String(level));

  const wide = await clip('-f', 'lavfi', '-i', 'testsrc2=s=160x180:r=25:d=1,setsar=2/1', ...x264, 'wide-pixels.mp4');
  assert.deepEqual(await sizeOf(await posterOf(wide, { width: 320 })), ['jpeg', 320, 180]);
  const turned = await turn(path, 'turned.mp4');
  assert.deepEqual(await sizeOf(await posterOf(turned, { width: 90 })), ['jpeg', 90, 160]);
});

/** Format, width and height of a still. */
async function sizeOf(path: string): Promise<(string | number)[]> {
  const { format, width, height } = await sharp(path).metadata();
  return [format, width, height];
}

/** Colours of the bars of {@link hdrClip} in a video. */
async function barsOfVideo(path: string): Promise<number[]> {
  const [row = Buffer.alloc(0)] = await decodeRgb(runner, path, { width: 16, height: 1, filter: 'format=rgb24' });
  return barsIn(row);
}

/** The same in a still, or in its first `part`; `turned` when it is to be turned to the right first. */
async function barsOf(
  path: string,
  { part, turned = false }: { part?: { width: number; height: number }; turned?: boolean } = {},
): Promise<number[]> {
  const still = part === undefined ? sharp(path) : sharp(path).extract({ left: 0, top: 0, ...part });
  const upright = await still
    .rotate(turned ? 90 : 0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const row = sharp(upright.data, { raw: { width, height, channels } }).resize(16, 1, {
    fit: 'fill',
    kernel: 'linear',
  });
  return barsIn(await row.raw().toBuffer());
}

const barsIn = (row: Buffer): number[] =>
  [0, 1, 2, 3].flatMap((bar) => [...row.subarray((bar * 4 + 1) * 3, (bar * 4 + 2) * 3)]);

function assertNear(found: number[], wanted: number[], what: string): void {
  assert.ok(
    wanted.every((value, index) => Math.abs(value - (found[index] ?? 0)) <= 8),
    `${what}: ${found.join(' ')} instead of ${wanted.join(' ')}`,
  );
}

test('stills of PQ and HLG have the colours of their clips', async () => {
  const chroma = { cb: 470, cr: 560 };
  for (const [name, options] of Object.entries({
    'pq.mp4': {},
    'hlg.mp4': { transfer: 'arib-std-b67' },
    'half-tagged.mp4': { primaries: 'undef', matrix: 'undef' },
  } as const)) {
    const path = await hdrClip(runner, folder, name, { ...options, chroma });
    const picture = { width: 320, height: 180, fps: 25 };
    const { node } = await clipOf(runner, path, { picture, window: { start: 0, end: 1 } });
    const colours = await barsOfVideo(join(await buildNode(node), CLIP_FILES.body));
    assertNear(await barsOf(await posterOf(path, { width: 160 })), colours, `poster of ${name}`);
    const sheet = join(await spriteOf(path, { seconds: 1, count: 10, width: 32, height: 18 }), SPRITE_FILES.sheet);
    assertNear(await barsOf(sheet, { part: { width: 32, height: 18 } }), colours, `sheet of ${name}`);
  }
});

test('stills of HDR that is turned and has wide pixels are upright and of the right shape', async () => {
  const plain = await barsOf(await posterOf(await hdrClip(runner, folder, 'plain-hdr.mp4'), { width: 160 }));
  const path = await turn(await hdrClip(runner, folder, 'wide-hdr.mp4', { size: '160x180' }), 'turned-hdr.mp4');
  const poster = await posterOf(path, { width: 90 });
  assert.deepEqual(await sizeOf(poster), ['jpeg', 90, 160]);
  assertNear(await barsOf(poster, { turned: true }), plain, 'poster');
  const sheet = join(await spriteOf(path, { seconds: 1, count: 10, width: 18, height: 32 }), SPRITE_FILES.sheet);
  assertNear(await barsOf(sheet, { part: { width: 18, height: 32 }, turned: true }), plain, 'sheet');
});

test('stills have the colours of SD, HD and full-range pictures', async () => {
  for (const [name, matrix, range] of [
    ['sd.mp4', 'smpte170m', 'tv'],
    ['hd.mp4', 'bt709', 'tv'],
    ['full.mp4', 'bt709', 'pc'],
  ] as const) {
    const path = await clip(
      ...['-f', 'lavfi', '-i', `color=0x208040:s=320x180:r=25:d=1,format=rgb24`],
      ...['-vf', `scale=out_color_matrix=${matrix}:out_range=${range}`, ...x264],
      ...['-colorspace', matrix, '-color_range', range, name],
    );
    const still = await posterOf(path, { width: 160 });
    const { channels } = await sharp(still).stats();
    assertNear(
      channels.map(({ mean }) => mean),
      [0x20, 0x80, 0x40],
      name,
    );
  }
});

test('a sheet for scrubbing is full, in order, however rare key frames are', async () => {
  for (const [name, keyEvery, count] of [
    ['often.mp4', '12', 12],
    ['once.mp4', '1000', 12],
    ['ten.mp4', '25', 10],
  ] as const) {
    const path = await clip(...brightening(6), '-g', keyEvery, '-keyint_min', '12', name);
    const output = await spriteOf(path, { seconds: 6, count, width: 32, height: 18 });
    const index = JSON.parse(await readFile(join(output, SPRITE_FILES.index), 'utf8')) as {
      columns: number;
      rows: number;
      count: number;
    };
    assert.deepEqual([index.columns, index.rows, index.count], [10, Math.ceil(count / 10), count]);
    const sheet = join(output, SPRITE_FILES.sheet);
    assert.deepEqual(await sizeOf(sheet), ['jpeg', 320, index.rows * 18]);
    const pixels = await sharp(sheet).greyscale().raw().toBuffer();
    // The middle of each picture.
    const levels = Array.from(
      { length: count },
      (_, at) => pixels[(Math.floor(at / 10) * 18 + 9) * 320 + (at % 10) * 32 + 16] ?? 0,
    );
    assert.ok((levels.at(-1) ?? 0) > (levels[0] ?? 0) + 60, `${name}: ${levels.join(' ')}`);
    assert.ok(
      levels.every((level, at) => at === 0 || level >= (levels[at - 1] ?? 0) - 8),
      `${name}: ${levels.join(' ')}`,
    );
  }
});

test('a waveform shows where it is loud', async () => {
  const path = await clip(
    '-f',
    'lavfi',
    '-i',
    'color=black:s=64x64:r=25:d=4',
    '-f',
    'lavfi',
    '-i',
    'aevalsrc=0.9*sin(2*PI*300*t)*between(t\\,1\\,2):d=4',
    ...x264,
    'loud.mp4',
  );
  const peaks = await readFile(
    join(await buildNode(waveformNode(runner, { source: await sourceOf(path), peaks: 40 })), WAVEFORM_FILE),
  );
  assert.equal(peaks.length, 40);
  peaks.forEach((peak, index) => {
    if (index >= 11 && index < 19) assert.ok(peak > 200, `peak ${index}: ${peak}`);
    if (index < 9 || index > 21) assert.ok(peak < 10, `peak ${index}: ${peak}`);
  });
});

test('the fingerprint of a re-encoded, smaller, mirrored or re-timed copy is found in it, that of other footage is not', async () => {
  const scene = (seed: number) =>
    `color=gray:s=16x9:r=5:d=5,noise=alls=100:allf=t:all_seed=${seed},scale=640:360:flags=bicubic,fps=25`;
  const one = await clip('-f', 'lavfi', '-i', scene(3), ...x264, '-crf', '18', 'one.mp4');
  const other = await clip('-f', 'lavfi', '-i', scene(40), ...x264, 'other.mp4');
  const smaller = await clip('-i', `file:${one}`, '-vf', 'scale=320:180', ...x264, '-crf', '34', 'smaller.mp4');
  const mirrored = await clip('-i', `file:${one}`, '-vf', 'hflip', ...x264, 'mirrored.mp4');
  const retimed = await clip('-i', `file:${one}`, '-vf', 'fps=30', ...x264, 'retimed.mkv');
  const known = async (path: string) => {
    const source = await sourceOf(path);
    const material = await readMaterial(await buildNode(materialNode(runner, source)), source.name);
    const fingerprint = await readMaterialFingerprint(await buildNode(watchedNode(runner, source, material)));
    return { material, fingerprint };
  };
  const { material, fingerprint } = await known(one);
  assert.deepEqual([material.duration, fingerprint.frames], [5, 5 * FOOTAGE_RATE]);
  const matchWith = async (path: string) => compareFootage(fingerprint, (await known(path)).fingerprint);
  for (const copy of [smaller, mirrored, retimed]) {
    const match = await matchWith(copy);
    assert.ok((match?.first.reduce((sum, mark) => sum + mark, 0) ?? 0) > 25, copy);
    assert.equal(match?.orientation, copy === mirrored ? 1 : 0);
  }
  assert.equal(await matchWith(other), null);
});
