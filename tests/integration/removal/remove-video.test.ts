import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import type { ChangedPicture } from '#core/server/services/media/cut/picture-change.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { untrustedInput, type MediaRunner } from '#core/server/services/media/runner.ts';
import { runFill } from '#plugins/removal/server/filled-pictures.ts';
import { removalChange } from '#plugins/removal/server/removal-change.ts';
import type { TextToRemove } from '#plugins/removal/server/removal-params.ts';
import { differing, drawnFrames, frameHashes, frameTimes, samplesIn } from '#tests/integration/media/cut/cut-kit.ts';
import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';

const [WIDTH, HEIGHT, FRAMES] = [320, 180, 180];
const PICTURE: ChangedPicture = {
  ...{ width: WIDTH, height: HEIGHT, pixelFormat: 'yuv420p', rotation: 0, matrix: 'bt709', isFullRange: false },
};
// White bars on a ground that goes by, as letters are.
const BARS = [0, 1, 2, 3, 4, 5].map((at) => `drawbox=x=${84 + at * 26}:y=130:w=6:h=26:color=white:t=fill`).join(',');
// Others would be chosen by chance.
const COLOURS = 'c0=0x404060:c1=0xa08060:c2=0x506040:c3=0x8090a0';
const text = (from: number, to: number | null): TextToRemove => ({
  whole: false,
  track: { from, to, keys: [{ time: 0, boxes: [{ x: 0.24, y: 0.68, width: 0.54, height: 0.22 }] }] },
});

describe('a video from which text is removed', () => {
  let folder: string;
  let runner: MediaRunner;
  before(async () => {
    folder = await temporaryFolder();
    runner = await realRunner(folder);
  });
  const clip = (from: number, to: number) => {
    const ground = `gradients=s=${WIDTH * 2}x${HEIGHT}:r=30:d=6:seed=3:speed=0.00001:nb_colors=4:${COLOURS}`;
    const drawn = BARS.replaceAll('t=fill', `t=fill:enable='between(t,${from},${to - 0.01})'`);
    return makeClip(
      runner,
      folder,
      ...['-f', 'lavfi', '-i', ground, '-f', 'lavfi', '-i', 'anoisesrc=r=48000:d=6:a=0.3:seed=5'],
      ...['-filter_complex', `[0:v]crop=${WIDTH}:${HEIGHT}:x='mod(n*2,${WIDTH})':y=0,${drawn},format=yuv420p[v]`],
      ...['-map', '[v]', '-map', '1:a', '-c:a', 'aac', '-aac_pns', '0'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-threads', '1', '-g', '30', '-bf', '2'],
      ...['-x264-params', 'open-gop=0:scenecut=0', `text-${from}-${to}.mp4`],
    );
  };
  const times = Array.from({ length: FRAMES }, (_, at) => at / 30);
  const change = (texts: readonly TextToRemove[], signal = new AbortController().signal) =>
    removalChange(texts, { times, end: 6 }, { runner, folder, signal });

  it('has no other pixels outside of the text before it is encoded, and no text', async () => {
    const path = await clip(1, 3);
    const options = { path, picture: PICTURE, range: { first: 20, last: 100 }, folder };
    const plain = await drawnFrames(runner, { ...options, change: null });
    const bare = await drawnFrames(runner, { ...options, path: await clip(9, 9), change: null });
    const made = await drawnFrames(runner, { ...options, change: change([text(0.9, 3.1)]) });
    for (const [at, picture] of made.entries()) {
      const found = differing(picture, plain[at] ?? picture, PICTURE);
      const isThere = at + 20 >= 30 && at + 20 < 90;
      if (!isThere && found === null) continue;
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = found ?? [];
      assert.ok(found !== null, `frame ${at + 20} has text`);
      assert.ok(x0 >= 76 && y0 >= 122 && x1 <= 250 && y1 <= 162, `frame ${at + 20}: ${found.join()}`);
      const off = (from: Buffer) => {
        const middle = [84, 110, 136, 162, 188, 214].map((left) => 143 * WIDTH + left + 3);
        return middle.reduce((sum, pixel) => sum + Math.abs((from[pixel] ?? 0) - (bare[at]?.[pixel] ?? 0)), 0) / 6;
      };
      assert.ok(
        off(picture) < 6,
        `frame ${at + 20} is off by ${off(picture)} levels, with its bars by ${off(plain[at] ?? picture)}`,
      );
    }
  });

  it('keeps groups of pictures without text and all sound as they are coded', async () => {
    const path = await clip(2.2, 2.8);
    const own = await mkdtemp(join(folder, 'removed-'));
    const material = await inspectMaterial(runner, path, { minSeconds: 0 });
    const facts = await exactCut(runner, {
      ...{ path, name: 'clip.mp4', material, folder: own, from: 0, to: null, reframe: UNCHANGED },
      ...{ signal: new AbortController().signal, onProgress: () => undefined },
      change: () => change([text(2.1, 2.9)]),
    });
    const file = join(own, CUT_FILES.video);
    assert.deepEqual([facts.sound, facts.picturesEncoded], ['copied', null]);
    const [wanted, found] = [frameHashes(path), frameHashes(file)];
    assert.equal(found.length, FRAMES);
    assert.deepEqual(found.slice(0, 60), wanted.slice(0, 60));
    assert.deepEqual(found.slice(90), wanted.slice(90));
    assert.deepEqual(frameTimes(file), frameTimes(path));
    assert.deepEqual(samplesIn(file), samplesIn(path));
  });

  it('comes out the same each time', async () => {
    const path = await clip(1, 3);
    const make = () =>
      drawnFrames(runner, {
        ...{ path, picture: PICTURE, range: { first: 40, last: 60 }, folder, change: change([text(0.9, 3.1)]) },
      });
    const [once, again] = [await make(), await make()];
    assert.ok(once.every((picture, at) => again[at]?.equals(picture)));
  });

  it('fails as soon as what fills its frames does', async () => {
    const part = { left: 0, top: 0, right: WIDTH, bottom: HEIGHT };
    const task = { does: 'fill' as const, width: WIDTH, height: HEIGHT, part, from: 0, to: FRAMES, window: 1 };
    const turnedRound = { left: 20, top: 0, right: 10, bottom: 20 };
    const path = await clip(1, 3);
    const signal = AbortSignal.timeout(20_000);
    const pieces = runFill(
      {
        reading: { input: untrustedInput(path), chain: '[0:0]null' },
        ...{ frames: FRAMES, task: { ...task, spots: [{ whole: false, first: 0, last: 1, boxes: [turnedRound] }] } },
      },
      FRAMES,
      { runner, folder, signal, beside: false },
    );
    await assert.rejects(pieces.next(), /no box of a frame/);
    assert.equal(signal.aborted, false, 'it was waited for until it was given up');
  });

  it('is refused where the text comes after its end', () => {
    assert.throws(() => change([text(6, 9)]), { code: 'removal:nothing-removed' });
  });
});
