import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chooseBoundaries, DEFAULT_SENSITIVITY, DEFAULT_SHORTEST } from '#core/contract/shots.ts';
import { readShots, shotsNode } from '#core/server/services/media/shots/shots-node.ts';
import { watchedNode } from '#core/server/services/media/shots/watched-node.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { buildNode, inspected, sourceOf } from '../operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);

/** What is filmed: three things that have nothing in common. */
const FILMS = [
  'mandelbrot=s=320x180:r=30',
  'testsrc2=s=320x180:r=30',
  'cellauto=s=320x180:r=30:rule=110,hue=h=120:s=3',
];

/** Two frames in three are no others’ reference, and no key frame stands at a cut. */
const HIDING_CUTS = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '250', '-sc_threshold', '0'];

/** @param lengths frames of each shot */
async function clipOf(
  name: string,
  lengths: readonly number[],
  after = 'null',
  encoder: readonly string[] = HIDING_CUTS,
): Promise<string> {
  const shots = lengths.map((frames, at) => `${FILMS[at % 3]},trim=end_frame=${frames},format=yuv420p[s${at}]`);
  const all = `${lengths.map((_, at) => `[s${at}]`).join('')}concat=n=${lengths.length},${after}`;
  return makeClip(runner, folder, '-filter_complex', `${shots.join(';')};${all}`, ...encoder, name);
}

async function found(path: string) {
  const [source, material] = [await sourceOf(path), await inspected(runner, path)];
  const watched = await buildNode(watchedNode(runner, source, material));
  return readShots(await buildNode(shotsNode(runner, source, material), [watched]));
}

async function chosenIn(path: string) {
  const shots = await found(path);
  return chooseBoundaries(shots, { sensitivity: DEFAULT_SENSITIVITY, shortest: DEFAULT_SHORTEST });
}

test('cuts are found exact to the frame, where most frames are not even decoded at first', async () => {
  const path = await clipOf('cuts.mp4', [41, 52, 38, 47]);
  const boundaries = await chosenIn(path);
  assert.deepEqual(
    boundaries.map(({ kind, frame }) => [kind, frame]),
    [41, 93, 131].map((frame) => ['cut', frame]),
  );
  assert.deepEqual(
    boundaries.map(({ seconds }) => Math.round(seconds * 30)),
    [41, 93, 131],
  );
});

for (const [what, name, ...encoder] of [
  ['in another container', 'cuts.mkv', ...HIDING_CUTS],
  ['where frames refer to several others', 'refs.mp4', ...HIDING_CUTS, '-refs', '4'],
  [
    'of frames of different lengths',
    'uneven.mp4',
    ...HIDING_CUTS,
    '-enc_time_base',
    '1:600',
    '-fps_mode',
    'passthrough',
  ],
] as const) {
  test(`cuts are exact to the frame ${what}`, async () => {
    const uneven = name === 'uneven.mp4' ? "settb=1/600,setpts='PTS+mod(N,3)*2'" : 'null';
    const boundaries = await chosenIn(await clipOf(name, [41, 52, 38, 47], uneven, encoder));
    assert.deepEqual(
      boundaries.map(({ frame }) => frame),
      [41, 93, 131],
    );
  });
}

test('a flash is no cut', async () => {
  const flash = `drawbox=color=white:t=fill:enable='between(n,20,22)+between(n,70,71)'`;
  const boundaries = await chosenIn(await clipOf('flash.mp4', [45, 60], flash));
  assert.deepEqual(
    boundaries.map(({ frame }) => frame),
    [45],
  );
});

test('a dissolve and a fade are told with the frames that show both shots', async () => {
  const [a, b, c] = FILMS.map((film) => `${film},trim=end_frame=60,format=yuv420p`);
  const path = await makeClip(
    ...[runner, folder, '-filter_complex'],
    `${a}[a];${b},fade=t=out:s=48:n=12[b];${c},fade=t=in:n=12[c];` +
      '[a][b]xfade=duration=0.5:offset=1.5,settb=1/30,setpts=N,fps=30[ab];[ab][c]concat=n=2',
    ...[...HIDING_CUTS, 'gradual.mp4'],
  );
  const boundaries = await chosenIn(path);
  assert.deepEqual(
    boundaries.map(({ kind }) => kind),
    ['dissolve', 'fade'],
  );
  const drawn = [
    [45, 60],
    [93, 117],
  ];
  const off = boundaries.map(({ from, to }, at) => [from, to].map((time, end) => time * 30 - (drawn[at]?.[end] ?? 0)));
  assert.ok(
    off.flat().every((frames) => Math.abs(frames) <= 4),
    `off by ${JSON.stringify(off)} frames`,
  );
});

test('the same video has the same shots', async () => {
  const path = await clipOf('again.mp4', [41, 52]);
  assert.deepEqual(await found(path), await found(path));
});
