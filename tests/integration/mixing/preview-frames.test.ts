import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { BufferSource, EncodedPacketSink, Input, ALL_FORMATS } from 'mediabunny';

import { CLIP_FILES, clipFrames } from '#plugins/mixing/server/operations/clip.ts';
import { rhythmOf, shownTimes } from '#plugins/mixing/shown-times.ts';
import { drawEachOnce, type Drawing } from '#tests/draw-once.ts';

import { realRunner, temporaryFolder } from '../media/media-kit.ts';
import { buildNode, clipOf, counterFilter, readCounters } from '../media/operations/operations-kit.ts';

const PICTURE = { width: 160, height: 90, fps: 30 };

/** Windows that begin with a frame, between two, and where the next one is only just shown. */
const shotsOf = (rate: number) => [
  { start: 0, speed: 1 },
  { start: 0.512, speed: 1.5 },
  ...[0.5, 1, 2].map((speed) => ({ start: 20.005 / rate - 0.002, speed })),
];

interface Window {
  start: number;
  end: number;
}

const folder = await temporaryFolder();
const runner = await realRunner(folder);

/** A file whose frames carry their numbers. */
const counted = (rate: string, name: string, ...options: string[]): Drawing => ({
  path: join(folder, name),
  inputs: [`color=black:s=20x10:r=${rate}:d=3.2,${counterFilter()},scale=160:90:flags=neighbor`],
  options: [...options, '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-pix_fmt', 'yuv420p'],
});

/** What the preview shows of a file, by the times of its pictures. */
async function previewOf(path: string) {
  const input = new Input({ source: new BufferSource(await readFile(path)), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  assert.ok(video !== null);
  const start = Math.max(0, await input.getFirstTimestamp());
  const sink = new EncodedPacketSink(video);
  const times: number[] = [];
  for await (const { timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) times.push(timestamp);
  times.sort((a, b) => a - b);
  const rhythm = rhythmOf(times, start);
  return {
    rhythm,
    /** For each frame of a shot, which of the pictures is shown, counted from 0. */
    shown: (window: Window, speed: number) => {
      const shot = { window, speed, frames: clipFrames(window, speed, PICTURE.fps) };
      return Array.from(shownTimes({ start, rhythm }, shot, PICTURE.fps, 0), (time) =>
        Math.max(
          0,
          times.findLastIndex((each) => each <= time),
        ),
      );
    },
  };
}

/** Checks that the preview shows of each shot of a file what the video shows. */
async function assertSame(path: string, rate: number, previewed: (window: Window, speed: number) => unknown[]) {
  const shots = shotsOf(rate).map(({ start, speed }) => ({ window: { start, end: start + 1 }, speed }));
  const bodies: string[] = [];
  for (const shot of shots) {
    const { node } = await clipOf(runner, path, { ...shot, fit: 'pad', picture: PICTURE });
    bodies.push(join(await buildNode(node), CLIP_FILES.body));
  }
  const rendered = await readCounters(runner, bodies);
  for (const [at, { window, speed }] of shots.entries()) {
    assert.deepEqual(previewed(window, speed), rendered[at], `from ${window.start} at ${speed}`);
  }
}

const even = [
  ['30000/1001', 'television.mp4'],
  ['30000/1001', 'television.mkv'],
  ['30', 'even.mp4'],
  ['25', 'slower.mp4'],
  ['24000/1001', 'film.mp4'],
  ['50', 'fifty.mp4'],
  ['60', 'sixty.mp4'],
] as const;
const select = ['-vf', "select='not(mod(n\\,3))+gt(mod(n\\,20)\\,14)'", '-fps_mode', 'vfr'];
const varying = counted('30', 'varies.mp4', ...select);
drawEachOnce([...even.map(([rate, name]) => counted(rate, name)), varying]);

for (const [rate, name] of even) {
  test(`of ${name}, at ${rate} frames a second, the preview shows the very frames of the video`, async () => {
    const path = join(folder, name);
    const { rhythm, shown } = await previewOf(path);
    const [over = 0, under = 1] = rate.split('/').map(Number);
    assert.deepEqual(rhythm, { rate: over / under, begins: 0 });
    await assertSame(path, over / under, shown);
  });
}

test('of a variable rate the preview shows the very frames of the video', async () => {
  const { rhythm, shown } = await previewOf(varying.path);
  assert.equal(rhythm.rate, null);
  const numbers = Array.from({ length: 96 }, (_, at) => at).filter((at) => at % 3 === 0 || at % 20 > 14);
  await assertSame(varying.path, 30, (window, speed) => shown(window, speed).map((at) => numbers[at]));
});
