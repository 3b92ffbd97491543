import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { CLIP_FILES, clipFrames, clipLoudness } from '#plugins/mixing/server/operations/clip.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { buildCounted, drawCounted, x264 } from './counted-clips.ts';
import {
  brightnessOfEach,
  decodeSound,
  levelOf,
  readCounter,
  readCounters,
  streamFacts,
} from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);
const clip = (...args: string[]) => makeClip(runner, folder, ...args);

/** A copy of a file with a generated sound; options go before that. */
const withSound = (path: string, sound: string, name: string, options: string[] = []) =>
  clip(
    ...['-i', `file:${path}`, ...options, '-f', 'lavfi', '-i', sound],
    ...['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', name],
  );

test('sound stays within 20 ms of the picture at every speed', async () => {
  // A flash and a beep of a tenth of a second, together, at 1.3, 2.3 and 3.3 s.
  const flashing = await clip(
    ...[
      '-f',
      'lavfi',
      '-i',
      `color=black:s=16x10:r=60:d=4.5,geq=lum='if(between(mod(T+0.7\\,1)\\,0\\,0.1)*gt(T\\,1)\\,235\\,16)':cb=128:cr=128,scale=160:90,setsar=1`,
    ],
    ...['-f', 'lavfi', '-i', `aevalsrc='sin(2*PI*880*t)*0.5*between(mod(t+0.7,1),0,0.1)*gt(t,1)':s=48000:d=4.5`],
    ...[...x264, '-c:a', 'aac', '-b:a', '192k', 'flashing.mp4'],
  );
  const speeds = [0.5, 0.75, 1, 1.5, 2];
  const outputs: string[] = [];
  for (const speed of speeds)
    outputs.push(await buildCounted(runner, flashing, { window: { start: 1.01, end: 4.01 }, speed }));
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

test('half and double speed show every frame twice and every second one, and the sound follows', async () => {
  const path = drawCounted(folder, '30', 5, 'speed.mp4');
  const sounding = await withSound(path, 'sine=f=440:d=5', 'speed-sound.mp4');
  const window = { start: 1, end: 3 };
  const speeds = [0.5, 2];
  const outputs: string[] = [];
  for (const speed of speeds) outputs.push(await buildCounted(runner, sounding, { window, speed }));
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
  const mute = drawCounted(folder, '25', 2, 'mute.mp4');
  const silent = await decodeSound(
    runner,
    join(await buildCounted(runner, mute, { window: { start: 0, end: 1.5 } }), CLIP_FILES.sound),
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
  const output = await buildCounted(runner, surround, { window: { start: 0, end: 2 } });
  const sound = await decodeSound(runner, join(output, CLIP_FILES.sound));
  assert.equal(sound.length, 60 * 1600);
  assert.deepEqual(
    await streamFacts(runner, join(output, CLIP_FILES.sound), 'sample_rate,channels,sample_fmt', 'a:0'),
    { sample_rate: '48000', channels: 2, sample_fmt: 's16' },
  );
  assert.ok(levelOf(sound) > -40 && (await readCounter(runner, join(output, CLIP_FILES.body))).length === 60);
});

test('the centre of surround sound is as loud as what comes from both sides', async () => {
  const mute = drawCounted(folder, '25', 2, 'mute-too.mp4');
  const tone = '0.2*sin(2*PI*300*t)';
  const loudness = async (name: string, channels: string, layout: string) => {
    const sounding = await clip(
      ...['-i', `file:${mute}`, '-f', 'lavfi', '-i', `aevalsrc='${channels}':c=${layout}:d=2`],
      ...['-c:v', 'copy', '-c:a', 'aac', '-b:a', '384k', name],
    );
    const output = await buildCounted(runner, sounding, { window: { start: 0, end: 2 } });
    return clipLoudness(output);
  };
  const usual = await loudness('dialogue-mono.mp4', `${tone}*0.7071|${tone}*0.7071`, 'stereo');
  const centre = await loudness('dialogue-centre.mp4', `0|0|${tone}|0|0|0`, '5.1');
  const front = await loudness('front.mp4', `${tone}*0.7071|${tone}*0.7071|0|0|0|0`, '5.1');
  assert.ok(Math.abs(centre - usual) < 0.5, `centre ${centre} LUFS, in stereo ${usual}`);
  assert.ok(Math.abs(front - usual) < 0.5, `front ${front} LUFS, in stereo ${usual}`);
});

test('surround sound at full level in all channels is limited, not cut off', async () => {
  const mute = drawCounted(folder, '25', 1.5, 'mute-loud.mp4');
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
  const sound = await decodeSound(runner, join(await buildCounted(runner, path), CLIP_FILES.sound));
  // Both sides together are 3 dB louder than one. Cut off at full scale it would be nearly square, 2 dB more.
  const level = levelOf(sound, 12_000, 36_000);
  assert.ok(level > -1.2 && level < 0.6, `${level} dB`);
});

test('sound that begins later than the picture stays in step with it', async () => {
  const mute = drawCounted(folder, '25', 4, 'late-picture.mp4');
  const late = await withSound(mute, 'sine=f=500:d=2', 'late.mp4', ['-itsoffset', '1.5']);
  for (const start of [0, 1]) {
    const sound = await decodeSound(
      runner,
      join(await buildCounted(runner, late, { window: { start, end: start + 2 } }), CLIP_FILES.sound),
    );
    const onset = sound.findIndex((value) => Math.abs(value) > 0.02) / 48_000;
    assert.ok(Math.abs(onset - (1.5 - start)) < 0.03, `from ${start}: ${onset}`);
  }
});
