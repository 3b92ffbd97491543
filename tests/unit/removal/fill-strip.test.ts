import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fillStrip, type FilledFrame } from '#plugins/removal/server/fill/fill-strip.ts';
import { spotsIn } from '#plugins/removal/server/fill/fill-task.ts';

import {
  busyGround,
  drawStrip,
  psnrWithin,
  type DrawnFrame,
  type DrawnStrip,
} from '#tests/fixtures/removal/drawn-strip.ts';

const [WIDTH, HEIGHT] = [240, 84];
const BOX = { left: 24, top: 24, right: 216, bottom: 60 };
const text = (first: number, last: number, more: object = {}) => ({ first, last, box: BOX, seed: 7, ...more });
const strip = (own: Partial<DrawnStrip>): DrawnFrame[] =>
  drawStrip({ width: WIDTH, height: HEIGHT, frames: 40, ground: busyGround, texts: [text(0, 40)], ...own });

/** What is kept of a frame: it is gone when the next one is filled. */
type Kept = Pick<FilledFrame, 'planes' | 'mask' | 'borrowed' | 'interpolated'>;

async function fill(frames: readonly DrawnFrame[], window = 60): Promise<Kept[]> {
  async function* given() {
    yield* frames;
  }
  const made: Kept[] = [];
  for await (const { planes, mask, borrowed, interpolated } of fillStrip(given(), window)) {
    made.push({ planes, mask, borrowed, interpolated });
  }
  return made;
}

const within = (frames: readonly DrawnFrame[], made: readonly Kept[]): number =>
  psnrWithin(frames.map(({ truth, text: mask }, at) => ({ made: made[at]?.planes ?? truth, truth, mask })));

test('what text hides is shown as other frames show it while the ground moves', async () => {
  for (const [name, ground, least] of [
    ['a pan by whole pixels', (x: number, y: number, frame: number) => busyGround(x + 3 * frame, y), 40],
    [
      'a slow pan between pixels',
      (x: number, y: number, frame: number) => busyGround(x + 0.7 * frame, y - 0.3 * frame),
      26,
    ],
  ] as const) {
    const frames = strip({ ground });
    const found = within(frames, await fill(frames));
    assert.ok(found >= least, `${name}: ${found.toFixed(1)} dB`);
  }
});

test('of a ground at rest the frames before and behind a text are taken, to the level', async () => {
  const frames = strip({ texts: [text(12, 28)] });
  const made = await fill(frames);
  assert.equal(within(frames, made), 99);
  const all = made.reduce((sum, frame) => sum + frame.interpolated, 0);
  assert.equal(all, 0, 'nothing had to be made up');
});

test('where one text follows another, each is taken from under the other', async () => {
  const frames = strip({ texts: [text(0, 20), text(20, 40, { seed: 99 })] });
  const made = await fill(frames);
  const [borrowed, interpolated] = (['borrowed', 'interpolated'] as const).map((how) =>
    made.reduce((sum, frame) => sum + frame[how], 0),
  );
  assert.ok((borrowed ?? 0) > 0 && (interpolated ?? 0) > 0, `${borrowed} borrowed, ${interpolated} made up`);
  assert.ok(within(frames, made) > 24);
});

test('no pixel outside of the mask changes, and the mask holds all of the text and little more', async () => {
  const frames = strip({ ground: (x, y, frame) => busyGround(x + 2 * frame, y) });
  const made = await fill(frames);
  assert.equal(made.length, frames.length);
  for (const [at, { planes, mask }] of made.entries()) {
    const frame = frames[at];
    assert.ok(frame !== undefined);
    let [missed, masked] = [0, 0];
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      const cell = (Math.floor(pixel / WIDTH) >> 1) * (WIDTH / 2) + ((pixel % WIDTH) >> 1);
      if (mask[cell] === 1) masked++;
      else {
        assert.equal(planes.light[pixel], frame.planes.light[pixel], `frame ${at}, pixel ${pixel}`);
        missed += frame.text[pixel] ?? 0;
      }
    }
    for (const [cell, value] of mask.entries()) {
      if (value === 1) continue;
      assert.equal(planes.blue[cell], frame.planes.blue[cell]);
      assert.equal(planes.red[cell], frame.planes.red[cell]);
    }
    const drawn = frame.text.reduce((sum, pixel) => sum + pixel, 0);
    assert.ok(missed <= drawn * 0.005, `frame ${at}: ${missed} of ${drawn} pixels of text stay`);
    assert.ok(masked < (BOX.right - BOX.left) * (BOX.bottom - BOX.top), `frame ${at}: ${masked} pixels are masked`);
  }
});

test('a text that never ends over a ground at rest is made up from what is around it, without a flicker', async () => {
  const frames = strip({ ground: (x, y) => 70 + x / 4 + y / 2 });
  const made = await fill(frames);
  assert.ok(within(frames, made) > 34, `${within(frames, made).toFixed(1)} dB`);
  for (let at = 1; at < made.length; at++) {
    const [before, now] = [made[at - 1]?.planes.light, made[at]?.planes.light];
    const most = now?.reduce((worst, level, pixel) => Math.max(worst, Math.abs(level - (before?.[pixel] ?? 0))), 0);
    assert.ok((most ?? 99) <= 2, `frame ${at} differs by ${most}`);
  }
});

test('what is made up keeps to what is around it while light changes', async () => {
  const ground = (x: number, y: number, frame: number) => busyGround(x, y) / 2 + 0.4 * frame;
  const frames = strip({ frames: 160, ground, texts: [text(0, 160)] });
  const made = await fill(frames);
  const late = within(frames.slice(120), made.slice(120));
  assert.ok(late > 22, `${late.toFixed(1)} dB`);
});

test('nothing is taken from beyond a cut', async () => {
  const after = (x: number, y: number) => 255 - busyGround(x + 300, y);
  const frames = strip({
    ground: (x, y, frame) => (frame < 20 ? busyGround(x, y) : after(x, y)),
    texts: [text(0, 20)],
  });
  const made = await fill(frames);
  assert.equal(
    made.reduce((sum, frame) => sum + frame.borrowed, 0),
    0,
  );
});

test('all of a box can be removed', async () => {
  const frames = strip({ texts: [text(10, 30, { whole: true })] });
  const made = await fill(frames);
  assert.equal(within(frames, made), 99);
  const cells = ((BOX.right - BOX.left) * (BOX.bottom - BOX.top)) / 4;
  assert.equal(
    made[20]?.mask.reduce((sum, cell) => sum + cell, 0),
    cells,
  );
});

test('grain is put on what is made up, as strong as that around it', async () => {
  let bits = 1;
  const noise = () => {
    bits = Math.imul(bits, 1103515245) + 12345;
    return ((bits >>> 16) & 15) - 7.5;
  };
  const frames = strip({ frames: 4, ground: () => 120 + noise(), texts: [text(0, 4)] });
  const [frame] = await fill(frames);
  assert.ok(frame !== undefined);
  const levels: number[] = [];
  for (const [cell, value] of frame.mask.entries()) {
    if (value === 0) continue;
    const at = 2 * Math.floor(cell / (WIDTH / 2)) * WIDTH + 2 * (cell % (WIDTH / 2));
    levels.push(frame.planes.light[at] ?? 0);
  }
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const deviation = Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length);
  assert.ok(deviation > 1.5 && deviation < 6, `of 4.6 levels around it: ${deviation.toFixed(1)}`);
});

test('frames are left as they came, whatever memory they lie in', async () => {
  const frames = strip({ ground: (x, y, frame) => busyGround(x + 3 * frame, y) });
  const inBuffers = frames.map((frame) => {
    const { light, blue, red, ...size } = frame.planes;
    // Slices of a buffer of Node.js share its memory, unlike those of other arrays.
    const planes = { ...size, light: Buffer.from(light), blue: Buffer.from(blue), red: Buffer.from(red) };
    return { ...frame, planes };
  });
  const made = await fill(inBuffers);
  assert.ok(inBuffers.every(({ planes }, at) => planes.light.equals(frames[at]?.planes.light ?? planes.red)));
  assert.ok(made.every(({ planes }, at) => !inBuffers[at]?.planes.light.equals(planes.light)));
});

test('a moving text is found where it is in each frame, and nowhere before and behind', () => {
  const boxes = [0, 2, 4].map((left) => ({ left, top: 0, right: left + 8, bottom: 4 }));
  const find = spotsIn([
    { whole: false, first: 1, last: 4, boxes },
    { whole: true, first: 2, last: 3, boxes: boxes.slice(0, 1) },
  ]);
  const found = [0, 1, 2, 3, 4].map((frame) => find(frame).map(({ id, box, rests }) => [id, box.left, rests]));
  assert.deepEqual(found, [
    [],
    [[0, 0, false]],
    [
      [0, 2, false],
      [1, 0, true],
    ],
    [[0, 4, false]],
    [],
  ]);
});
