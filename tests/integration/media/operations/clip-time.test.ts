import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

import { CLIP_FILES, clipFrames, clipLoudness, type ClipOptions } from '#core/server/services/media/operations/clip.ts';
import { readFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import { FOOTAGE_RATE } from '#core/server/services/media/footage/small-frames.ts';
import { drawEachOnce } from '#tests/draw-once.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';
import {
  brightnessOfEach,
  buildNode,
  clipOf,
  counterFilter,
  decodeSound,
  inspected,
  levelOf,
  readCounter,
  readCounters,
  streamFacts,
} from './operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Frames that carry their own number, at a rate. */
async function counted(rate: string, seconds: number, name: string, ...args: string[]): Promise<string> {
  const [path = ''] = countedEach([[rate, seconds, name, ...args]]);
  return path;
}

function countedEach(
  files: readonly (readonly [rate: string, seconds: number, name: string, ...string[]])[],
): string[] {
  const drawings = files.map(([rate, seconds, name, ...args]) => ({
    path: join(folder, name),
    inputs: [`${counter(rate, seconds)},scale=160:90:flags=neighbor`],
    options: [...x264, ...args],
  }));
  drawEachOnce(drawings);
  return drawings.map(({ path }) => path);
}

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

/** Numbers of the source's frames that each of several clips shows. */
async function shown(clips: readonly (readonly [path: string, options: Partial<ClipOptions>])[]): Promise<number[][]> {
  const bodies: string[] = [];
  for (const [path, options] of clips) bodies.push(join(await built(path, options), CLIP_FILES.body));
  return await readCounters(runner, bodies);
}

const rates: Record<string, number> = { '24000/1001': 24_000 / 1001, '25': 25, '30': 30, '60': 60 };

test('a window deep inside a long clip shows its own frames at every rate', async () => {
  const start = 11.37;
  const files = Object.keys(rates).map((rate, index) => [rate, 15, `deep-${index}.mp4`, '-g', '250'] as const);
  const all = await shown(countedEach(files).map((path) => [path, { window: { start, end: start + 1.2 } }]));
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
  const paths = countedEach(files);
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
  const path = await counted('30000/1001', 3, 'between-speeds.mp4');
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

test('sound stays within 20 ms of the picture at every speed', async () => {
  // A flash and a beep of a tenth of a second, together, at 1.3, 2.3 and 3.3 s.
  const flashing = await clip(
    ...[
      '-f',
      'lavfi',
      '-i',
      `color=black:s=160x90:r=60:d=4.5,geq=lum='if(between(mod(T+0.7\\,1)\\,0\\,0.1)*gt(T\\,1)\\,235\\,16)':cb=128:cr=128`,
    ],
    ...['-f', 'lavfi', '-i', `aevalsrc='sin(2*PI*880*t)*0.5*between(mod(t+0.7,1),0,0.1)*gt(t,1)':s=48000:d=4.5`],
    ...[...x264, '-c:a', 'aac', '-b:a', '192k', 'flashing.mp4'],
  );
  const speeds = [0.5, 0.75, 1, 1.5, 2];
  const outputs: string[] = [];
  for (const speed of speeds) outputs.push(await built(flashing, { window: { start: 1.01, end: 4.01 }, speed }));
  const bodies = outputs.map((output) => join(output, CLIP_FILES.body));
  const levels = await brightnessOfEach(runner, bodies);
  for (const [at, speed] of speeds.entries()) {
    const output = outputs[at] ?? '';
    const flashes = rises((levels[at] ?? []).map((level) => level > 127));
    const sound = await decodeSound(runner, join(output, CLIP_FILES.sound));
    const loud = Array.from({ length: sound.length / 48 }, (_, at) => levelOf(sound, at * 48, at * 48 + 48) > -30);
    // Within a beep the wave passes through zero.
    const beeps = rises(loud.map((_, at) => loud.slice(Math.max(0, at - 20), at + 1).includes(true)));
    assert.deepEqual([flashes.length, beeps.length], [3, 3], `speed ${speed}`);
    flashes.forEach((frame, index) => {
      const meant = (1.3 + index - 1.01) / speed;
      const beep = (beeps[index] ?? 0) / 1000;
      assert.ok(
        Math.abs(beep - meant) < 0.02,
        `speed ${speed}: beep ${index} at ${beep} instead of ${meant.toFixed(3)}`,
      );
      assert.ok(
        frame / 30 - meant > -0.002 && frame / 30 - meant < 0.034,
        `speed ${speed}: flash ${index} at ${frame / 30}`,
      );
    });
  }
});

const rises = (on: readonly boolean[]): number[] => on.flatMap((is, at) => (is && on[at - 1] !== true ? [at] : []));

test('a file whose tracks begin late is read from its own start', async () => {
  const plain = await counted('30', 3, 'early.mp4');
  for (const name of ['begins-late.mp4', 'begins-late.mkv']) {
    const path = await clip('-itsoffset', '2', '-i', `file:${plain}`, '-c', 'copy', name);
    const windows = [0, 1].map((start) => ({ start, end: start + 1 }));
    const [first, second] = await shown(windows.map((window) => [path, { window }]));
    assert.deepEqual([first?.[0], second?.[0]], [0, 30], name);
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

test('half and double speed show every frame twice and every second one, and the sound follows', async () => {
  const path = await counted('30', 5, 'speed.mp4');
  const sounding = await withSound(path, 'sine=f=440:d=5', 'speed-sound.mp4');
  const window = { start: 1, end: 3 };
  const speeds = [0.5, 2];
  const outputs: string[] = [];
  for (const speed of speeds) outputs.push(await built(sounding, { window, speed }));
  const bodies = outputs.map((output) => join(output, CLIP_FILES.body));
  const all = await readCounters(runner, bodies);
  for (const [at, speed] of speeds.entries()) {
    const [output = '', numbers = []] = [outputs[at], all[at]];
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

test('the centre of surround sound is as loud as what comes from both sides', async () => {
  const mute = await counted('25', 2, 'mute-too.mp4');
  const tone = '0.2*sin(2*PI*300*t)';
  const loudness = async (name: string, channels: string, layout: string) => {
    const sounding = await clip(
      ...['-i', `file:${mute}`, '-f', 'lavfi', '-i', `aevalsrc='${channels}':c=${layout}:d=2`],
      ...['-c:v', 'copy', '-c:a', 'aac', '-b:a', '384k', name],
    );
    const output = await built(sounding, { window: { start: 0, end: 2 } });
    return clipLoudness(output);
  };
  const usual = await loudness('dialogue-mono.mp4', `${tone}*0.7071|${tone}*0.7071`, 'stereo');
  const centre = await loudness('dialogue-centre.mp4', `0|0|${tone}|0|0|0`, '5.1');
  const front = await loudness('front.mp4', `${tone}*0.7071|${tone}*0.7071|0|0|0|0`, '5.1');
  assert.ok(Math.abs(centre - usual) < 0.5, `centre ${centre} LUFS, in stereo ${usual}`);
  assert.ok(Math.abs(front - usual) < 0.5, `front ${front} LUFS, in stereo ${usual}`);
});

test('surround sound at full level in all channels is limited, not cut off', async () => {
  const mute = await counted('25', 1.5, 'mute-loud.mp4');
  const tone = '0.9*sin(2*PI*200*t)';
  const path = await clip(
    ...[
      '-i',
      `file:${mute}`,
      '-f',
      'lavfi',
      '-i',
      `aevalsrc='${[1, 1, 1, 0, 1, 1].map((on) => (on === 1 ? tone : '0')).join('|')}':c=5.1:d=1.5`,
    ],
    ...['-c:v', 'copy', '-c:a', 'aac', '-b:a', '384k', 'all-loud.mp4'],
  );
  const sound = await decodeSound(runner, join(await built(path), CLIP_FILES.sound));
  // Both sides together are 3 dB louder than one. Cut off at full scale it would be nearly square, 2 dB more.
  const level = levelOf(sound, 12_000, 36_000);
  assert.ok(level > -1.2 && level < 0.6, `${level} dB`);
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
  const path = await counted('24000/1001', 4, 'tags.mp4');
  const output = await built(path, { window: { start: 0.2, end: 3.4 } });
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
  for (const path of countedEach(Object.keys(rates).map((rate, index) => [rate, 2.3, `end-${index}.mp4`] as const))) {
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
    built(path, { window: { start: 0, end: 3 } }),
    ({ code, kind, params }: Error & { code?: string; kind?: string; params?: { file: string } }) => {
      assert.deepEqual([code, kind, params?.file], ['core:media.broken', 'invalid', 'damaged 片段.mp4']);
      return true;
    },
  );
});
