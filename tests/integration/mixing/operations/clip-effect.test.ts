import assert from 'node:assert/strict';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { createNodeKeys } from '#core/server/services/media/node-key.ts';
import type { AppliedEffect } from '#core/server/services/media/effect-registry.ts';
import { segmentFacts } from '#core/server/services/media/operations/verify-segment.ts';
import { CLIP_FILES, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import {
  buildNode,
  clipOf,
  decodeRgb,
  SMALL,
  streamFacts,
} from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const bars = await makeClip(
  runner,
  folder,
  ...['-f', 'lavfi', '-i', 'color=red:s=44x160:r=30:d=2[l];color=blue:s=46x160:r=30:d=2[r];[l][r]hstack'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', 'bars.mp4'],
);

function effect(chain: string, faults: unknown[] = []): AppliedEffect {
  const failed = (error: unknown) => void faults.push(error);
  return { name: 'colour-lab.test', version: 1, params: {}, chain, cost: 0, failed };
}

async function built(chain: string, options: Partial<ClipOptions> = {}, faults?: unknown[]): Promise<string> {
  const { node } = await clipOf(runner, bars, { ...options, effect: effect(chain, faults) });
  return await buildNode(node);
}

/** Left and right of a frame, as RGB. */
async function sides(path: string, at = 10): Promise<number[][]> {
  const frames = await decodeRgb(runner, path, { width: 10, height: 1 });
  return [2, 7].map((side) => [...(frames[at] ?? Buffer.alloc(0)).subarray(side * 3, side * 3 + 3)]);
}
const spread = (colour: readonly number[] = []) => Math.max(...colour) - Math.min(...colour);

test('an effect changes the pictures of a shot, and neither their size nor their number', async () => {
  const plain = join(await buildNode((await clipOf(runner, bars)).node), CLIP_FILES.body);
  const grey = join(await built('hue=s=0'), CLIP_FILES.body);
  assert.ok((await sides(plain)).every((colour) => spread(colour) > 150));
  assert.ok((await sides(grey)).every((colour) => spread(colour) < 12));
  assert.equal((await segmentFacts(grey)).sizes.length, SMALL.fps);
  const facts = await streamFacts(runner, grey, 'width,height,r_frame_rate,pix_fmt');
  assert.deepEqual(
    [facts['width'], facts['height'], facts['r_frame_rate'], facts['pix_fmt']],
    [90, 160, '30/1', 'yuv420p'],
  );
});

test('pictures that an effect leaves in RGB keep their colours', async () => {
  const [plain, there] = await Promise.all([built('null'), built('format=gbrp')]);
  const [left, right] = await sides(join(plain, CLIP_FILES.body));
  const [sameLeft, sameRight] = await sides(join(there, CLIP_FILES.body));
  for (const [one, other] of [
    [left, sameLeft],
    [right, sameRight],
  ] as const) {
    const most = Math.max(...(one ?? []).map((value, at) => Math.abs(value - (other?.[at] ?? 999))));
    assert.ok(most <= 6, `${one?.join()} became ${other?.join()}`);
  }
});

test('an effect of several branches counts the frames that it is given', async () => {
  // Half of the picture, from the shot's 15th frame on.
  const chain = `split[fxa][fxb];[fxb]hue=s=0,crop=iw/2:ih:0:0[fxc];[fxa][fxc]overlay=0:0:enable='gte(n\\,15)'`;
  const body = join(await built(chain), CLIP_FILES.body);
  assert.ok(spread((await sides(body, 5))[0]) > 150);
  assert.ok(spread((await sides(body, 20))[0]) < 12);
  assert.ok(spread((await sides(body, 20))[1]) > 150);
});

test('frames that transitions blend have the effect, too', async () => {
  const made = await built('hue=s=0', { blend: { before: 5, after: 6 } });
  for (const [file, frames] of [
    [CLIP_FILES.head, 5],
    [CLIP_FILES.tail, 6],
    [CLIP_FILES.body, 19],
  ] as const) {
    const decoded = await decodeRgb(runner, join(made, file), { width: 2, height: 1 });
    assert.equal(decoded.length, frames, file);
    assert.ok(
      decoded.every((frame) => spread([...frame.subarray(0, 3)]) < 12),
      file,
    );
  }
});

test('it is part of the key, and keeps pictures from being copied', async () => {
  const keyOf = createNodeKeys('test');
  const nodeOf = async (given?: AppliedEffect) => (await clipOf(runner, bars, { effect: given })).node;
  const grey = effect('hue=s=0');
  const keys = await Promise.all(
    [undefined, grey, { ...grey, version: 2 }, { ...grey, params: { amount: 1 } }].map(async (given) =>
      keyOf(await nodeOf(given)),
    ),
  );
  assert.equal(new Set(keys).size, 4);
  assert.equal(keyOf(await nodeOf({ ...grey, chain: 'hue=s=0.0' })), keys[1], 'name, version and settings tell it');
  assert.equal((await nodeOf(grey)).together, false);
});

for (const [what, chain, blend] of [
  ['changes the size', 'scale=80:160', { before: 0, after: 0 }],
  ['leaves frames out', 'framestep=2', { before: 0, after: 0 }],
  ['adds frames', 'fps=60', { before: 0, after: 0 }],
  ['adds frames before a transition', 'fps=60', { before: 0, after: 6 }],
  ['leaves frames out before a transition', 'framestep=2', { before: 4, after: 6 }],
  ['is no filter', 'nosuchfilter=1', { before: 0, after: 0 }],
  ['makes no pictures', 'select=0', { before: 0, after: 0 }],
] as const) {
  test(`an effect that ${what} is told as broken, by name`, async () => {
    const faults: unknown[] = [];
    await assert.rejects(built(chain, { blend }, faults), {
      code: 'mixing:effect-broken',
      params: { effect: 'colour-lab.test' },
    });
    assert.equal(faults.length, 1);
    assert.match(String(faults[0]), /colour-lab\.test/);
  });
}

test('a damaged material is not the effect’s fault', async () => {
  const faults: unknown[] = [];
  const torn = await makeClip(
    runner,
    folder,
    ...['-f', 'lavfi', '-i', 'testsrc2=s=90x160:r=30:d=2', '-c:v', 'libx264', '-preset', 'ultrafast'],
    ...['-movflags', '+faststart', 'torn.mp4'],
  );
  const { node } = await clipOf(runner, torn, { effect: effect('hue=s=0', faults) });
  await truncate(torn, 5000);
  await assert.rejects(buildNode(node), { code: 'core:media.broken' });
  assert.deepEqual(faults, []);
});
