import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { TRANSITIONS } from '#plugins/mixing/transitions.ts';
import { JOINT_FILES, jointNode } from '#plugins/mixing/server/operations/joint.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildNode, clipOf, decodeRgbOfEach, SMALL } from '#tests/integration/media/operations/operations-kit.ts';

const FRAMES = 20;

let runner: MediaRunner;
let from: { node: RenderNode; output: string };
let to: { node: RenderNode; output: string };
before(async () => {
  const folder = await temporaryFolder();
  runner = await realRunner(folder);
  const made = async (colour: string, blend: { before: number; after: number }) => {
    const path = await makeClip(
      runner,
      folder,
      '-f',
      'lavfi',
      '-i',
      `color=${colour}:s=90x160:r=30:d=1.5`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      `${colour}.mp4`,
    );
    const { node } = await clipOf(runner, path, { blend });
    return { node, output: await buildNode(node) };
  };
  from = await made('red', { before: 0, after: FRAMES });
  to = await made('blue', { before: FRAMES, after: 0 });
});

test('every transition yields exactly its frames, from the picture that leaves to the one that comes', async () => {
  const joints: string[] = [];
  for (const transition of TRANSITIONS) {
    const node = jointNode(runner, { from: from.node, to: to.node, transition, frames: FRAMES, picture: SMALL });
    joints.push(join(await buildNode(node, [from.output, to.output]), JOINT_FILES.body));
  }
  const all = await decodeRgbOfEach(runner, joints, { width: 1, height: 1 });
  for (const [at, transition] of TRANSITIONS.entries()) {
    const frames = all[at] ?? [];
    assert.equal(frames.length, FRAMES, transition);
    const [first, last] = [frames[0], frames.at(-1)].map((frame) => [...(frame ?? [])]);
    assert.ok((first?.[0] ?? 0) > 200 && (first?.[2] ?? 255) < 50, `${transition} begins with ${first?.join(' ')}`);
    assert.ok((last?.[2] ?? 0) > 150 && (last?.[0] ?? 255) < 90, `${transition} ends with ${last?.join(' ')}`);
  }
});

test('a fade goes over evenly, frame by frame', async () => {
  const node = jointNode(runner, { from: from.node, to: to.node, transition: 'fade', frames: FRAMES, picture: SMALL });
  const body = join(await buildNode(node, [from.output, to.output]), JOINT_FILES.body);
  const [frames = []] = await decodeRgbOfEach(runner, [body], { width: 1, height: 1 });
  for (const [at, frame] of frames.entries()) {
    const [red = 0, , blue = 0] = frame;
    assert.ok(Math.abs(red - 254 * (1 - at / FRAMES)) < 8, `frame ${at} has ${red} of red`);
    assert.ok(Math.abs(blue - 254 * (at / FRAMES)) < 8, `frame ${at} has ${blue} of blue`);
  }
});

test('the shortest transition is two frames', async () => {
  const folder = await temporaryFolder();
  const path = await makeClip(
    runner,
    folder,
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=90x160:r=25:d=1.5',
    '-c:v',
    'libx264',
    'any.mp4',
  );
  const { node } = await clipOf(runner, path, { blend: { before: 2, after: 2 } });
  const output = await buildNode(node);
  const joints: string[] = [];
  for (const transition of ['fade', 'circleopen', 'pixelize'] as const) {
    const joint = jointNode(runner, { from: node, to: node, transition, frames: 2, picture: SMALL });
    joints.push(join(await buildNode(joint, [output, output]), JOINT_FILES.body));
  }
  const counts = (await decodeRgbOfEach(runner, joints, { width: 1, height: 1 })).map((frames) => frames.length);
  assert.deepEqual(counts, [2, 2, 2]);
});
