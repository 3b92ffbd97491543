import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';

import { UNCHANGED } from '#core/contract/reframe.ts';
import { CUT_FILES, exactCut } from '#core/server/services/media/cut/exact-cut.ts';
import type { PictureChange } from '#core/server/services/media/cut/picture-change.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { mostBits } from '#core/server/services/media/operations/segment-encoder.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { say } from './cut-kit.ts';

const [WIDTH, HEIGHT, FRAMES, RATE] = [1280, 720, 36, 30];

/** Puts four pixels on each frame that are fed, and counts how often they were asked for. */
function fourPixels(): PictureChange & { asked: number } {
  const change = {
    asked: 0,
    frames: [{ first: 0, last: FRAMES }],
    draw: async () => ({
      graph: (input: string, output: string) => `[${input}][1:v]overlay[${output}]`,
      layers: {
        ...{ width: 2, height: 2 },
        frames() {
          change.asked++;
          return Readable.from(Array.from({ length: FRAMES }, () => Buffer.alloc(6, 128)));
        },
      },
    }),
  };
  return change;
}

/** Bytes of the pictures of a video of noise that is changed, in stored order. */
async function changed(strength: number, change: PictureChange): Promise<number[]> {
  const folder = await temporaryFolder();
  const runner = await realRunner(folder);
  const noise = `color=gray:s=${WIDTH}x${HEIGHT}:r=${RATE},noise=alls=${strength}:allf=t:all_seed=3`;
  const encoder = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '12', '-pix_fmt', 'yuv420p'];
  const args = ['-f', 'lavfi', '-i', noise, '-frames:v', `${FRAMES}`, ...encoder];
  const path = await makeClip(runner, folder, ...args, `noise-${strength}.mp4`);
  const material = await inspectMaterial(runner, path, { minSeconds: 0 });
  const facts = await exactCut(runner, {
    ...{ path, name: 'noise.mp4', material, folder, from: 0, to: null, reframe: UNCHANGED },
    ...{ signal: new AbortController().signal, onProgress: () => undefined, change: () => change },
  });
  assert.deepEqual([facts.first, facts.last, facts.copied], [0, FRAMES, 0]);
  const sizes = say('ffprobe', '-show_entries', 'packet=size', '-of', 'csv=p=0', join(folder, CUT_FILES.video));
  return sizes.trim().split('\n').map(Number);
}

test('noise that no level allows as it is comes out within one, and all else is encoded once', async () => {
  const picture = { width: WIDTH, height: HEIGHT, fps: RATE };
  for (const [strength, times] of [
    [4, 1],
    [90, 2],
  ] as const) {
    const change = fourPixels();
    const sizes = await changed(strength, change);
    assert.equal(sizes.length, FRAMES);
    assert.equal(change.asked, times, `noise of ${strength}`);
    const seconds = sizes.slice(RATE - 1).map((_, at) => sizes.slice(at, at + RATE).reduce((sum, size) => sum + size));
    const most = Math.max(...seconds) * 8;
    assert.ok(most <= mostBits(picture, RATE), `${most} bits in a second`);
  }
});
