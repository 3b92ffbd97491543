import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { CLIP_FILES, type ClipOptions } from '#plugins/mixing/server/operations/clip.ts';
import { readFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildCounted, drawCounted, drawCountedEach, x264 } from './counted-clips.ts';
import { decodeSound, inspected, readCounters } from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);

/** Numbers of the source's frames that each of several clips shows. */
async function shown(clips: readonly (readonly [path: string, options: Partial<ClipOptions>])[]): Promise<number[][]> {
  const bodies: string[] = [];
  for (const [path, options] of clips) bodies.push(join(await buildCounted(runner, path, options), CLIP_FILES.body));
  return await readCounters(runner, bodies);
}

const rates: Record<string, number> = { '24000/1001': 24_000 / 1001, '25': 25, '30': 30, '60': 60 };

test('a window deep inside a long clip shows its own frames at every rate', async () => {
  const start = 11.37;
  const files = Object.keys(rates).map((rate, index) => [rate, 15, `deep-${index}.mp4`, '-g', '250'] as const);
  const all = await shown(
    drawCountedEach(folder, files).map((path) => [path, { window: { start, end: start + 1.2 } }]),
  );
  for (const [at, [rate, perSecond]] of Object.entries(rates).entries()) {
    const numbers = all[at] ?? [];
    assert.equal(numbers.length, 36, rate);
    numbers.forEach((number, index) => {
      const wanted = (start + index / 30) * perSecond;
      assert.ok(
        Math.abs(number - wanted) <= Math.max(1, perSecond / 30),
        `${rate}: frame ${index} shows ${number} instead of ${wanted.toFixed(1)}`,
      );
    });
  }
});

test('a window that begins between two frames shows the one on screen first, and then each once', async () => {
  const windows = {
    '30': [0.51, 1.02, 2 / 3 - 0.001],
    '30000/1001': [0.51, 1.0177, 1.001 + 1 / 3],
    '60': [0.508],
    '25': [0.53],
  };
  const files = Object.keys(windows).map((rate, index) => [rate, 3, `between-${index}.mp4`, '-g', '250'] as const);
  const paths = drawCountedEach(folder, files);
  const all = await shown(
    Object.values(windows).flatMap((starts, file) =>
      starts.map((start) => [paths[file] ?? '', { window: { start, end: start + 1.5 } }] as const),
    ),
  );
  for (const [rate, starts] of Object.entries(windows)) {
    const [over, under = 1] = rate.split('/').map(Number);
    const perSecond = (over ?? 0) / under;
    for (const start of starts) {
      const numbers = all.shift() ?? [];
      assert.equal(numbers[0], Math.floor((start + 0.002) * perSecond), `${rate} from ${start}`);
      if (perSecond < 29) continue;
      const step = Math.round(perSecond / 30);
      const wanted = numbers.map((_, index) => (numbers[0] ?? 0) + index * step);
      assert.deepEqual(numbers, wanted, `${rate} from ${start}`);
    }
  }
});

test('at half and double speed too the picture on screen comes first, each twice or every second one', async () => {
  const path = drawCounted(folder, '30000/1001', 3, 'between-speeds.mp4');
  const start = 0.512;
  const first = Math.floor((start * 30_000) / 1001);
  const window = { start, end: start + 1 };
  const [half = [], double = []] = await shown([0.5, 2].map((speed) => [path, { window, speed }]));
  assert.equal(half[0], first);
  const changes = half.flatMap((number, index) => (index > 0 && number !== half[index - 1] ? [index] : []));
  assert.deepEqual([...new Set(changes.slice(1).map((at, index) => at - (changes[index] ?? 0)))], [2]);
  assert.equal(double.length, 15);
  assert.deepEqual(
    double,
    double.map((_, index) => first + index * 2),
  );
});

test('a file whose tracks begin late is read from its own start', async () => {
  const plain = drawCounted(folder, '30', 3, 'early.mp4');
  for (const name of ['begins-late.mp4', 'begins-late.mkv']) {
    const path = await clip('-itsoffset', '2', '-i', `file:${plain}`, '-c', 'copy', name);
    const windows = [0, 1].map((start) => ({ start, end: start + 1 }));
    const [first, second] = await shown(windows.map((window) => [path, { window }]));
    assert.deepEqual([first?.[0], second?.[0]], [0, 30], name);
  }
});

test('a variable rate keeps its timing, in the middle of a long still too', async () => {
  // Frames at 0–1 s, then nothing until 4 s, then every third one.
  const path = drawCounted(
    folder,
    '30',
    7,
    'variable.mp4',
    '-vf',
    `select='lt(n\\,30)+gte(n\\,120)*not(mod(n\\,3))'`,
    '-fps_mode',
    'vfr',
    '-g',
    '30',
  );
  const starts = [0, 2.5, 4.5];
  const all = await shown(starts.map((start) => [path, { window: { start, end: start + 2 } }]));
  for (const [place, start] of starts.entries()) {
    const numbers = all[place] ?? [];
    assert.equal(numbers.length, 60);
    numbers.forEach((number, index) => {
      const at = Math.round((start + index / 30) * 30);
      const wanted = at < 30 ? at : at < 120 ? 29 : at - (at % 3);
      assert.ok(
        Math.abs(number - wanted) <= 3 || (at >= 118 && at <= 122),
        `from ${start}: frame ${index} shows ${number} instead of ${wanted}`,
      );
    });
  }
});

test('what transitions take is cut off both ends without a frame lost or doubled', async () => {
  const path = drawCounted(folder, '30', 3, 'blended.mp4');
  const output = await buildCounted(runner, path, {
    window: { start: 0.5, end: 2.5 },
    blend: { before: 8, after: 11 },
  });
  const files = [CLIP_FILES.head, CLIP_FILES.body, CLIP_FILES.tail].map((file) => join(output, file));
  const [head, body, tail] = await readCounters(runner, files);
  assert.deepEqual([head?.length, body?.length, tail?.length], [8, 41, 11]);
  const all = [...(head ?? []), ...(body ?? []), ...(tail ?? [])];
  assert.deepEqual(
    all,
    Array.from({ length: 60 }, (_, index) => (all[0] ?? 0) + index),
  );
  assert.ok(Math.abs((all[0] ?? 0) - 15) <= 1);
  assert.equal((await decodeSound(runner, join(output, CLIP_FILES.sound))).length, 60 * 1600);
  assert.equal((await readFingerprint(join(output, CLIP_FILES.footage))).frames, 2 * FOOTAGE_RATE);
});

test('a segment is evenly timed from its first frame on, tagged, and a key frame comes first', async () => {
  const path = drawCounted(folder, '24000/1001', 4, 'tags.mp4');
  const output = await buildCounted(runner, path, { window: { start: 0.2, end: 3.4 } });
  const { stdout } = await runner.ffprobe({
    cwd: output,
    args: [
      ...['-select_streams', 'v', '-of', 'csv', '-show_entries'],
      'packet=pts,flags:stream=profile,pix_fmt,color_range,color_space,color_transfer,color_primaries',
      CLIP_FILES.body,
    ],
  });
  const lines = stdout.split('\n').map((line) => line.split(','));
  const packets = lines.filter(([kind]) => kind === 'packet').map(([, ...fields]) => fields);
  const times = packets.map(([pts]) => Number(pts)).sort((a, b) => a - b);
  assert.equal(times.length, 96);
  assert.deepEqual([...new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)))], [512]);
  assert.equal(packets[0]?.[1]?.startsWith('K'), true);
  assert.deepEqual(
    lines.filter(([kind]) => kind === 'stream'),
    [['stream', 'High', 'yuv420p', 'tv', 'bt709', 'bt709', 'bt709']],
  );
});

test('a clip that reaches the very end of its material is whole', async () => {
  const clips: [string, Partial<ClipOptions>][] = [];
  for (const path of drawCountedEach(
    folder,
    Object.keys(rates).map((rate, index) => [rate, 2.3, `end-${index}.mp4`] as const),
  )) {
    const { duration } = await inspected(runner, path);
    clips.push([path, { window: { start: duration - 1, end: duration } }]);
  }
  const lengths = (await shown(clips)).map((numbers) => numbers.length);
  assert.deepEqual(
    lengths,
    clips.map(() => 30),
  );
});

test('a material that is damaged in its middle is named', async () => {
  const path = await clip(
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=25:d=4,noise=alls=40',
    ...x264,
    '-g',
    '25',
    'damaged 片段.mp4',
  );
  const bytes = await readFile(path);
  for (let at = Math.floor(bytes.length * 0.4); at < bytes.length * 0.6; at++) bytes[at] = (at * 197) & 255;
  await writeFile(path, bytes);
  await assert.rejects(
    buildCounted(runner, path, { window: { start: 0, end: 3 } }),
    ({ code, kind, params }: Error & { code?: string; kind?: string; params?: { file: string } }) => {
      assert.deepEqual([code, kind, params?.file], ['core:media.broken', 'invalid', 'damaged 片段.mp4']);
      return true;
    },
  );
});
