import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { FITS, type Fit } from '#core/contract/picture.ts';
import { CLIP_FILES, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { hdrClip } from '#tests/integration/media/operations/hdr-clip.ts';
import {
  brightnessOfEach,
  buildNode,
  clipOf,
  decodeRgbOfEach,
  describePictures,
  SMALL,
} from '#tests/integration/media/operations/operations-kit.ts';

const shared = fileURLToPath(new URL('../../../../../shared/clips/', import.meta.url));

const folder = await temporaryFolder();
const runner = await realRunner(folder);

/** Red on the left, blue on the right. */
const halves = (width: number, height: number, rate = '25') => [
  ...[
    '-f',
    'lavfi',
    '-i',
    `color=red:s=${width / 2}x${height}:r=${rate}:d=2[l];color=blue:s=${width / 2}x${height}:r=${rate}:d=2[r];[l][r]hstack`,
  ],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
];
const clip = (...args: string[]) => makeClip(runner, folder, ...args);

type Colour = 'red' | 'blue' | 'black' | 'reddish' | 'bluish' | 'other';

function colourOf([red = 0, green = 0, blue = 0]: Iterable<number> & { length: number }): Colour {
  if (green > 60) return 'other';
  if (red < 25 && blue < 25) return 'black';
  if (red > 200 && blue < 50) return 'red';
  if (blue > 200 && red < 50) return 'blue';
  return red > blue ? 'reddish' : 'bluish';
}

/** Colours at places of the middle frame of each clip, given in ninths across and sixteenths down. */
async function coloursOf(
  bodies: readonly string[],
  places: readonly (readonly [number, number])[],
): Promise<Colour[][]> {
  const clips = await decodeRgbOfEach(runner, bodies, { width: 9, height: 16 });
  return clips.map((frames) => {
    const frame = frames[Math.floor(frames.length / 2)] ?? Buffer.alloc(0);
    return places.map(([x, y]) => colourOf(frame.subarray((y * 9 + x) * 3, (y * 9 + x) * 3 + 3)));
  });
}

async function bodyOf(path: string, options: Partial<ClipOptions> = {}): Promise<string> {
  const { node } = await clipOf(runner, path, options);
  return join(await buildNode(node), CLIP_FILES.body);
}

/** A clip for each fit. */
async function bodiesOf(path: string, options: Partial<ClipOptions> = {}): Promise<string[]> {
  const bodies: string[] = [];
  for (const fit of FITS) bodies.push(await bodyOf(path, { ...options, fit }));
  return bodies;
}

const MIDDLE_LEFT = [1, 8] as const;
const MIDDLE_RIGHT = [7, 8] as const;
const TOP_LEFT = [1, 1] as const;
const TOP_RIGHT = [7, 1] as const;

/** What stands left and right in the middle, then left and right at the top. */
const across = [MIDDLE_LEFT, MIDDLE_RIGHT, TOP_LEFT, TOP_RIGHT];

const wide: Record<Fit, Colour[]> = {
  crop: ['red', 'blue', 'red', 'blue'],
  pad: ['red', 'blue', 'black', 'black'],
  blur: ['red', 'blue', 'reddish', 'bluish'],
};

test('a landscape picture is cropped, padded or set before its own blur', async () => {
  const path = await clip(...halves(320, 180), 'wide.mp4');
  assert.deepEqual(
    await coloursOf(await bodiesOf(path), across),
    FITS.map((fit) => wide[fit]),
  );
});

test('a square picture is brought to the ratio the same ways', async () => {
  const path = await clip(...halves(180, 180), 'square.mp4');
  const colours = await coloursOf(await bodiesOf(path), across);
  for (const [at, fit] of FITS.entries()) {
    const [left, right, top] = colours[at] ?? [];
    assert.deepEqual([left, right], ['red', 'blue'], fit);
    assert.equal(top === 'black', fit === 'pad', `${fit}: ${top}`);
  }
});

test('a portrait picture of the output ratio fills it whole, and a landscape raster gets bars at its sides', async () => {
  const path = await clip(...halves(180, 320), 'tall.mp4');
  assert.deepEqual(
    await coloursOf(await bodiesOf(path), across),
    FITS.map(() => wide.crop),
  );
  const landscape = { width: 160, height: 90, fps: 30 };
  const body = await bodyOf(path, { fit: 'pad', picture: landscape });
  assert.deepEqual(
    await coloursOf(
      [body],
      [
        [0, 8],
        [3, 8],
        [5, 8],
        [8, 8],
      ],
    ),
    [['black', 'red', 'blue', 'black']],
  );
});

test('pixels twice as wide as high are shown as wide as they are meant', async () => {
  const path = await clip(...halves(160, 180), '-vf', 'setsar=2/1', 'wide-pixels.mp4');
  assert.deepEqual(await coloursOf([await bodyOf(path, { fit: 'pad' })], across), [wide.pad]);
});

test('a picture that is stored lying is stood up', async () => {
  const lying = await clip(...halves(320, 180), 'lying.mp4');
  const path = await clip('-i', `file:${lying}`, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', 'turned.mp4');
  const { node, material } = await clipOf(runner, path, { fit: 'pad' });
  assert.deepEqual([material.video.displayWidth, material.video.displayHeight], [180, 320]);
  const body = join(await buildNode(node), CLIP_FILES.body);
  assert.deepEqual(
    await coloursOf(
      [body],
      [
        [1, 2],
        [7, 2],
        [1, 13],
        [7, 13],
      ],
    ),
    [['blue', 'blue', 'red', 'red']],
  );
});

test('mirror swaps left and right, fits and bars stay', async () => {
  const path = await clip(...halves(320, 180), 'wide.mp4');
  const colours = await coloursOf(await bodiesOf(path, { mirror: true }), across);
  for (const [at, fit] of FITS.entries()) {
    const [left, right, top] = colours[at] ?? [];
    assert.deepEqual([left, right], ['blue', 'red'], fit);
    assert.equal(top === 'black', fit === 'pad', fit);
  }
});

test('full and limited range, BT.601 and BT.709 come out as the same colours', async () => {
  const grey = (name: string, ...args: string[]) =>
    clip('-f', 'lavfi', '-i', 'color=#606060:s=320x180:r=25:d=1.5', ...args, name);
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast'];
  const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:range=full'];
  const paths = [
    await grey('limited.mp4', ...x264, '-pix_fmt', 'yuv420p'),
    await grey('full.mp4', '-vf', 'scale=out_range=full,format=yuvj420p', ...x264),
    await grey('hevc-full.mp4', '-vf', 'scale=out_range=full,format=yuvj420p', ...x265),
    await grey('vp9.webm', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p'),
  ];
  const bodies: string[] = [];
  for (const path of paths) bodies.push(await bodyOf(path));
  const all = await brightnessOfEach(runner, bodies);
  for (const [at, path] of paths.entries()) {
    const levels = all[at] ?? [];
    assert.equal(levels.length, 30, path);
    assert.ok(
      levels.every((level) => Math.abs(level - 0x60) <= 4),
      `${path}: ${levels[0]}`,
    );
  }
  const green = (name: string, matrix: string) =>
    clip(
      '-f',
      'lavfi',
      '-i',
      'color=#208040:s=320x180:r=25:d=1.5',
      '-vf',
      `scale=out_color_matrix=${matrix},format=yuv420p`,
      '-colorspace',
      matrix,
      ...x264,
      name,
    );
  const greens = [await green('sd.mp4', 'smpte170m'), await green('hd.mp4', 'bt709')];
  const greenBodies: string[] = [];
  for (const path of greens) greenBodies.push(await bodyOf(path));
  const shown = await decodeRgbOfEach(runner, greenBodies, { width: 1, height: 1 });
  for (const [at, path] of greens.entries()) {
    const [frame = Buffer.alloc(0)] = shown[at] ?? [];
    const wanted = [0x20, 0x80, 0x40];
    assert.ok(
      wanted.every((value, index) => Math.abs(value - (frame[index] ?? 0)) <= 6),
      `${path}: ${[...frame].join(' ')}`,
    );
  }
});

test('PQ and HLG pictures are tone-mapped, fully tagged or not, in every fit', async () => {
  const cases: [string, readonly Fit[]][] = [
    [await hdrClip(runner, folder, 'pq.mp4'), FITS],
    [await hdrClip(runner, folder, 'hlg.mp4', { transfer: 'arib-std-b67' }), ['blur']],
    [await hdrClip(runner, folder, 'half-tagged.mp4', { primaries: 'undef', matrix: 'undef' }), ['crop']],
  ];
  const bodies: [name: string, body: string][] = [];
  for (const [path, fits] of cases) {
    for (const fit of fits) {
      const { node, material } = await clipOf(runner, path, { fit, window: { start: 0, end: 0.5 } });
      assert.equal(material.video.hdr, true, path);
      bodies.push([`${path} ${fit}`, join(await buildNode(node), CLIP_FILES.body)]);
    }
  }
  const paths = bodies.map(([, body]) => body);
  const told = await describePictures(runner, paths);
  const decoded = await decodeRgbOfEach(runner, paths, { width: 9, height: 16 });
  for (const [at, [name]] of bodies.entries()) {
    assert.match(told[at] ?? '', /yuv420p\(tv, bt709[,)]/, name);
    const [frame = Buffer.alloc(0)] = decoded[at] ?? [];
    const steps = [0, 2, 4, 6, 8].map((x) => frame[(8 * 9 + x) * 3] ?? 0);
    const middle = steps[2] ?? 0;
    assert.ok(
      steps.every((level, index) => index === 0 || level >= (steps[index - 1] ?? 0) - 2),
      `${name}: ${steps.join(' ')}`,
    );
    assert.ok(middle > 40 && middle < 235, `${name}: ${steps.join(' ')}`);
  }
});

test('paper white of PQ and HLG comes to three quarters of the range, whatever peak the file states', async () => {
  const patch = (name: string, lum: number, transfer: string, more = '') =>
    clip(
      ...['-f', 'lavfi', '-i', `color=black:s=64x64:r=25:d=1.2,format=yuv420p10le,geq=lum=${lum}:cb=512:cr=512`],
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-x265-params'],
      ...[`log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc${more}`, name],
    );
  const primaries = 'G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)';
  const paths = [
    await patch('paper-pq.mp4', 573, 'smpte2084'),
    await patch(
      'paper-4000.mp4',
      573,
      'smpte2084',
      `:hdr10=1:master-display=${primaries}L(40000000,50):max-cll=4000,400`,
    ),
    await patch('paper-hlg.mp4', 721, 'arib-std-b67'),
  ];
  const bodies: string[] = [];
  for (const path of paths) bodies.push(await bodyOf(path));
  const levels = await brightnessOfEach(runner, bodies);
  for (const [at, path] of paths.entries()) {
    const [level = 0] = levels[at] ?? [];
    assert.ok(Math.abs(level / 255 - 0.75) < 0.03, `${path}: ${(level / 255).toFixed(3)}`);
  }
});

const withClips = { skip: existsSync(shared) ? false : 'no folder of real clips beside the checkout' };
test('real clips from phones and screens come to the common raster, each fit with some', withClips, async () => {
  const cases: [string, Fit][] = [
    ['cursed-vfr.mp4', 'pad'],
    ['rotate-buck-bunny.mp4', 'blur'],
    ['sar_2x1.mp4', 'crop'],
    ['video-h265.mp4', 'crop'],
    ['edts.mp4', 'blur'],
    ['frames.webm', 'pad'],
  ];
  const bodies: string[] = [];
  for (const [name, fit] of cases) {
    const { node, material } = await clipOf(runner, join(shared, name), { fit, window: { start: 0, end: 1 } });
    assert.ok(material.duration >= 1, name);
    bodies.push(join(await buildNode(node), CLIP_FILES.body));
  }
  const told = await describePictures(runner, bodies);
  const wanted = new RegExp(`yuv420p\\(tv, bt709[,)].* ${SMALL.width}x${SMALL.height} \\[SAR 1:1 `);
  for (const [at, [name]] of cases.entries()) assert.match(told[at] ?? '', wanted, name);
});
