import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { BufferSource, EncodedPacketSink, Input, ALL_FORMATS } from 'mediabunny';

import { CLIP_FILES, clipFrames } from '#core/server/services/media/operations/clip.ts';
import { rhythmOf, shownTimes } from '#plugins/mixing/shown-times.ts';

import { makeClip, realRunner, temporaryFolder } from '../media/media-kit.ts';
import { buildNode, clipOf, counterFilter, readCounter } from '../media/operations/operations-kit.ts';

const PICTURE = { width: 160, height: 90, fps: 30 };

/** Windows that begin with a frame, between two, and where the next one is only just shown. */
const shotsOf = (rate: number) => [
  { start: 0, speed: 1 },
  { start: 0.512, speed: 1.5 },
  ...[0.5, 1, 2].map((speed) => ({ start: 20.005 / rate - 0.002, speed })),
];

const folder = await temporaryFolder();
const runner = await realRunner(folder);

/** A file whose frames carry their numbers. */
const counted = (rate: string, name: string, ...options: string[]) =>
  makeClip(
    runner,
    folder,
    ...['-f', 'lavfi', '-i', `color=black:s=20x10:r=${rate}:d=3.2,${counterFilter()},scale=160:90:flags=neighbor`],
    ...[...options, '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-pix_fmt', 'yuv420p', name],
  );

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
    shown: (window: { start: number; end: number }, speed: number) => {
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

/** What the video shows: the same numbers. */
async function videoOf(path: string, window: { start: number; end: number }, speed: number): Promise<number[]> {
  const { node } = await clipOf(runner, path, { window, speed, fit: 'pad', picture: PICTURE });
  return readCounter(runner, join(await buildNode(node), CLIP_FILES.body));
}

for (const [rate, name] of [
  ['30000/1001', 'television.mp4'],
  ['30000/1001', 'television.mkv'],
  ['30', 'even.mp4'],
  ['25', 'slower.mp4'],
  ['24000/1001', 'film.mp4'],
  ['50', 'fifty.mp4'],
  ['60', 'sixty.mp4'],
] as const) {
  test(`of ${name}, at ${rate} frames a second, the preview shows the very frames of the video`, async () => {
    const path = await counted(rate, name);
    const { rhythm, shown } = await previewOf(path);
    const [over = 0, under = 1] = rate.split('/').map(Number);
    assert.deepEqual(rhythm, { rate: over / under, begins: 0 });
    for (const { start, speed } of shotsOf(over / under)) {
      const window = { start, end: start + 1 };
      assert.deepEqual(shown(window, speed), await videoOf(path, window, speed), `from ${start} at ${speed}`);
    }
  });
}

test('of a variable rate the preview shows the very frames of the video', async () => {
  const path = await counted(
    '30',
    'varies.mp4',
    '-vf',
    "select='not(mod(n\\,3))+gt(mod(n\\,20)\\,14)'",
    '-fps_mode',
    'vfr',
  );
  const { rhythm, shown } = await previewOf(path);
  assert.equal(rhythm.rate, null);
  const numbers = Array.from({ length: 96 }, (_, at) => at).filter((at) => at % 3 === 0 || at % 20 > 14);
  for (const { start, speed } of shotsOf(30)) {
    const window = { start, end: start + 1 };
    const seen = shown(window, speed).map((at) => numbers[at]);
    assert.deepEqual(seen, await videoOf(path, window, speed), `from ${start} at ${speed}`);
  }
});
