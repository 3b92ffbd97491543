import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, describe, it } from 'node:test';

import type { Reframe } from '#core/contract/reframe.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { cutFile, frameTimes, say } from './cut-kit.ts';

/** Left half red, right half blue, in BT.709, with a white stripe along its upper edge. */
const HALVES = [
  ...[
    '-f',
    'lavfi',
    '-i',
    'color=red:s=320x180:r=30:d=3,drawbox=160:0:160:180:blue:fill,drawbox=0:0:320:20:white:fill',
  ],
  ...['-vf', 'scale=out_color_matrix=bt709,format=yuv420p', '-colorspace', 'bt709', '-color_range', 'tv'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30'],
];

describe('a part of a picture', () => {
  let folder: string;
  let runner: MediaRunner;
  before(async () => {
    folder = await temporaryFolder();
    runner = await realRunner(folder);
  });
  const halves = () => makeClip(runner, folder, ...HALVES, 'halves.mp4');

  /** Red, green and blue at a place of a frame, in shares of its sides. */
  function colourAt(file: string, frame: number, x: number, y: number): number[] {
    const at = `select=eq(n\\,${frame}),crop=4:4:(iw-4)*${x}:(ih-4)*${y},scale=1:1:in_color_matrix=bt709`;
    const args = [
      '-nostdin',
      '-v',
      'error',
      '-i',
      file,
      '-vf',
      at,
      '-frames:v',
      '1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-',
    ];
    return [...spawnSync('ffmpeg', args).stdout];
  }
  const nameOf = ([red = 0, green = 0, blue = 0]: number[]) =>
    red > 180 && green > 180 ? 'white' : red > 150 ? 'red' : blue > 150 ? 'blue' : 'none';
  const cut = (reframe: Partial<Reframe>, window = {}) =>
    halves().then((source) => cutFile(runner, folder, source, { ...window, reframe }));
  const sizeOf = (file: string) =>
    say(
      'ffprobe',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=width,height,nb_frames',
      '-of',
      'csv=p=0',
      file,
    ).trim();

  it('is the box that was drawn', async () => {
    const { file, facts } = await cut({ part: { kind: 'box', box: { x: 0.5, y: 0.25, width: 0.25, height: 0.5 } } });
    assert.deepEqual([sizeOf(file), facts.picturesEncoded], ['80,90,90', 'changed']);
    assert.deepEqual(
      [0, 1].map((x) => nameOf(colourAt(file, 40, x, 0.5))),
      ['blue', 'blue'],
    );
  });

  it('is turned, then flipped, then as large as was asked for', async () => {
    const { file, facts } = await cut({ turn: 90, flipDown: true, shortSide: 240 }, { from: 1, to: 2 });
    assert.equal(sizeOf(file), '240,426,30');
    assert.deepEqual([facts.width, facts.height], [240, 426]);
    // Turned clockwise, the upper edge is at the right, and what was left is on top; then at the bottom.
    assert.equal(nameOf(colourAt(file, 5, 1, 0.5)), 'white');
    assert.deepEqual(
      [0.1, 0.9].map((y) => nameOf(colourAt(file, 5, 0.3, y))),
      ['blue', 'red'],
    );
    const across = await cut({ flipAcross: true });
    assert.deepEqual(
      [0.1, 0.9].map((x) => nameOf(colourAt(across.file, 5, x, 0.7))),
      ['blue', 'red'],
    );
  });

  it('follows a point of the material, whatever the cut begins with', async () => {
    const path = [
      { time: 1, x: 0.2, y: 0.5 },
      { time: 2, x: 0.8, y: 0.5 },
    ];
    const { file } = await cut({ part: { kind: 'ratio', width: 1, height: 2, path } }, { from: 0.5, to: 2.5 });
    assert.equal(sizeOf(file), '90,180,60');
    const seen = [0, 14, 31, 46, 59].map((frame) => nameOf(colourAt(file, frame, 0.5, 0.6)));
    assert.deepEqual([seen[0], seen[1], seen[3], seen[4]], ['red', 'red', 'blue', 'blue']);
    // Half way, the border of the halves is in its middle.
    assert.deepEqual(
      [0.1, 0.9].map((x) => nameOf(colourAt(file, 30, x, 0.6))),
      ['red', 'blue'],
    );
  });

  it('meets a ratio to the pixel where its size is given', async () => {
    const { file } = await cut({ part: { kind: 'ratio', width: 4, height: 5, path: [] }, shortSide: 720 }, { to: 0.2 });
    assert.equal(sizeOf(file), '720,900,6');
  });

  it('keeps the time of every frame, of fields, odd sizes, oblong pixels and ten bits alike', async () => {
    const moving = ['-f', 'lavfi', '-i', 'testsrc2=s=324x184:r=25:d=2', '-c:v', 'libx264', '-preset', 'veryfast'];
    const clips = [
      ['fields', ...moving, '-x264-params', 'tff=1', '-flags', '+ilme+ildct'],
      ['odd', ...moving, '-vf', 'crop=321:181:0:0:exact=1', '-pix_fmt', 'yuv444p'],
      ['oblong', ...moving, '-vf', 'setsar=2/1'],
      ['ten', ...moving, '-pix_fmt', 'yuv420p10le'],
    ];
    const sizes: string[] = [];
    for (const [name = '', ...args] of clips) {
      const source = await makeClip(runner, folder, ...args, `${name}.mp4`);
      const reframe: Partial<Reframe> = { part: { kind: 'ratio', width: 1, height: 1, path: [] } };
      const { file } = await cutFile(runner, folder, source, { from: 0.4, to: 1.6, reframe });
      sizes.push(`${name} ${sizeOf(file)}`);
      assert.deepEqual(
        frameTimes(file).map((time) => Math.round(time * 25)),
        [...Array(30).keys()],
        name,
      );
    }
    assert.deepEqual(sizes, [...['fields 184,184,30', 'odd 180,180,30', 'oblong 184,184,30', 'ten 184,184,30']]);
  });
});
