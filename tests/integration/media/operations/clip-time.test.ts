import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { CLIP_FILES, clipFrames, type ClipOptions } from '#core/server/services/media/operations/clip.ts';
import { readFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import { buildNode, clipOf, counterFilter, decodeSound, levelOf, readCounter, streamFacts } from './operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Frames that carry their own number, at a rate. */
const counted = (rate: string, seconds: number, name: string, ...args: string[]) =>
  clip('-f', 'lavfi', '-i', `${counter(rate, seconds)},scale=160:90:flags=neighbor`, ...x264, ...args, name);

// Numbers are drawn small: geq takes its time for each pixel.
const counter = (rate: string, seconds: number) => `color=black:s=20x10:r=${rate}:d=${seconds},${counterFilter()}`;

/** A copy of a file with a generated sound; options go before that. */
const withSound = (path: string, sound: string, name: string, options: string[] = []) =>
  clip(
    ...['-i', `file:${path}`, ...options, '-f', 'lavfi', '-i', sound],
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', name],
  );

async function built(path: string, options: Partial<ClipOptions> = {}) {
  const { node } = await clipOf(runner, path, { fit: 'pad', picture: { width: 160, height: 90, fps: 30 }, ...options });
  return buildNode(node);
}

/** Numbers of the source's frames that the body shows. */
async function shown(path: string, options: Partial<ClipOptions> = {}): Promise<number[]> {
  return readCounter(runner, join(await built(path, options), CLIP_FILES.body));
}

const rates: Record<string, number> = { '24000/1001': 24_000 / 1001, '25': 25, '30': 30, '60': 60 };

test('a window deep inside a long clip shows its own frames at every rate', async () => {
  for (const [rate, perSecond] of Object.entries(rates)) {
    const path = await counted(rate, 15, `deep-${perSecond.toFixed(0)}.mp4`, '-g', '250');
    for (const start of [0, 11.37]) {
      const numbers = await shown(path, { window: { start, end: start + 1.2 } });
      assert.equal(numbers.length, 36, `${rate} from ${start}`);
      numbers.forEach((number, index) => {
        const wanted = (start + index / 30) * perSecond;
        assert.ok(
          Math.abs(number - wanted) <= Math.max(1, perSecond / 30),
          `${rate} from ${start}: frame ${index} shows ${number} instead of ${wanted.toFixed(1)}`,
        );
      });
    }
  }
});

test('a variable rate keeps its timing, in the middle of a long still too', async () => {
  // Frames at 0–1 s, then nothing until 4 s, then every third one.
  const path = await counted(
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
  for (const start of [0, 2.5, 4.5]) {
    const numbers = await shown(path, { window: { start, end: start + 2 } });
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

test('half and double speed show every frame twice and every second one, and the sound follows', async () => {
  const path = await counted('30', 5, 'speed.mp4');
  const sounding = await withSound(path, 'sine=f=440:d=5', 'speed-sound.mp4');
  for (const speed of [0.5, 2]) {
    const window = { start: 1, end: 3 };
    const output = await built(sounding, { window, speed });
    const numbers = await readCounter(runner, join(output, CLIP_FILES.body));
    assert.equal(numbers.length, clipFrames(window, speed, 30));
    assert.equal(numbers.length, 60 / speed);
    numbers.forEach((number, index) =>
      assert.ok(
        Math.abs(number - (30 + index * speed)) <= Math.max(1, speed),
        `${speed}: frame ${index} shows ${number}`,
      ),
    );
    const sound = await decodeSound(runner, join(output, CLIP_FILES.sound));
    assert.equal(sound.length, numbers.length * 1600);
    assert.ok(levelOf(sound, sound.length - 4800, sound.length - 480) > -30, 'sounds to its end');
    // The pitch stays: a 440 Hz tone crosses zero upwards 440 times a second.
    let crossings = 0;
    for (let index = 24_001; index < 48_000; index++)
      crossings += (sound[index - 1] ?? 0) < 0 && (sound[index] ?? 0) >= 0 ? 1 : 0;
    assert.ok(Math.abs(crossings - 220) < 12, `${speed}: ${crossings * 2} Hz`);
  }
});

test('a clip without sound is silent, and 5.1 sound longer than the picture is cut to it', async () => {
  const mute = await counted('25', 2, 'mute.mp4');
  const silent = await decodeSound(
    runner,
    join(await built(mute, { window: { start: 0, end: 1.5 } }), CLIP_FILES.sound),
  );
  assert.deepEqual([silent.length, levelOf(silent)], [45 * 1600, -120]);
  const surround = await clip(
    '-i',
    `file:${mute}`,
    '-f',
    'lavfi',
    '-i',
    'sine=f=300:d=4',
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    '-ac',
    '6',
    '-map',
    '0:v',
    '-map',
    '1:a',
    'surround.mp4',
  );
  const output = await built(surround, { window: { start: 0, end: 2 } });
  const sound = await decodeSound(runner, join(output, CLIP_FILES.sound));
  assert.equal(sound.length, 60 * 1600);
  assert.deepEqual(
    await streamFacts(runner, join(output, CLIP_FILES.sound), 'sample_rate,channels,sample_fmt', 'a:0'),
    { sample_rate: '48000', channels: 2, sample_fmt: 's16' },
  );
  assert.ok(levelOf(sound) > -40 && (await readCounter(runner, join(output, CLIP_FILES.body))).length === 60);
});

test('sound that begins later than the picture stays in step with it', async () => {
  const mute = await counted('25', 4, 'late-picture.mp4');
  const late = await withSound(mute, 'sine=f=500:d=2', 'late.mp4', ['-itsoffset', '1.5']);
  for (const start of [0, 1]) {
    const sound = await decodeSound(
      runner,
      join(await built(late, { window: { start, end: start + 2 } }), CLIP_FILES.sound),
    );
    const onset = sound.findIndex((value) => Math.abs(value) > 0.02) / 48_000;
    assert.ok(Math.abs(onset - (1.5 - start)) < 0.03, `from ${start}: ${onset}`);
  }
});

test('what transitions take is cut off both ends without a frame lost or doubled', async () => {
  const path = await counted('30', 3, 'blended.mp4');
  const output = await built(path, { window: { start: 0.5, end: 2.5 }, blend: { before: 8, after: 11 } });
  const [head, body, tail] = await Promise.all(
    [CLIP_FILES.head, CLIP_FILES.body, CLIP_FILES.tail].map((file) => readCounter(runner, join(output, file))),
  );
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
  const path = await counted('24000/1001', 4, 'tags.mp4');
  const output = await built(path, { window: { start: 0.2, end: 3.4 } });
  const { stdout } = await runner.ffprobe({
    cwd: output,
    args: ['-select_streams', 'v', '-show_entries', 'packet=pts,flags', '-of', 'csv=p=0', CLIP_FILES.body],
  });
  const packets = stdout
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(','));
  const times = packets.map(([pts]) => Number(pts)).sort((a, b) => a - b);
  assert.equal(times.length, 96);
  assert.deepEqual([...new Set(times.slice(1).map((time, index) => time - (times[index] ?? 0)))], [512]);
  assert.equal(packets[0]?.[1]?.startsWith('K'), true);
  assert.deepEqual(
    await streamFacts(
      runner,
      join(output, CLIP_FILES.body),
      'profile,pix_fmt,color_range,color_space,color_transfer,color_primaries',
    ),
    {
      profile: 'High',
      pix_fmt: 'yuv420p',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
    },
  );
});

test('a clip that reaches the very end of its material is whole', async () => {
  for (const [rate, perSecond] of Object.entries(rates)) {
    const path = await counted(rate, 2.3, `end-${perSecond.toFixed(0)}.mp4`);
    const { duration } = await inspectMaterial(runner, path);
    const numbers = await shown(path, { window: { start: duration - 1, end: duration } });
    assert.equal(numbers.length, 30, rate);
  }
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
  await assert.rejects(built(path, { window: { start: 0, end: 3 } }), { code: 'core:media.broken', kind: 'invalid' });
  const error = await built(path, { window: { start: 0, end: 3 } }).catch(
    (caught: unknown) => caught as { params: { file: string; material: string } },
  );
  assert.equal(
    'params' in (error as object) && (error as { params: { file: string } }).params.file,
    'damaged 片段.mp4',
  );
});
