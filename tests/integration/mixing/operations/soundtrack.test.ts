import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { assemble } from '#core/server/services/media/operations/assemble.ts';
import { CLIP_FILES } from '#plugins/mixing/server/operations/clip.ts';
import { SOUND_FILE, soundNode } from '#core/server/services/media/operations/sound-source.ts';
import { makeSoundtrack, mixSound, type SoundtrackOptions } from '#plugins/mixing/server/operations/soundtrack.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { createLoudnessMeter, type Loudness } from '#core/server/services/media/sound/loudness-meter.ts';
import { createPeakMeter } from '#core/server/services/media/sound/peak-meter.ts';
import { drawEachOnce } from '#tests/draw-once.ts';

import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import {
  buildNode,
  clipOf,
  decodeSound,
  levelOf,
  loudnessOfEach,
  SMALL,
  sourceOf,
} from '#tests/integration/media/operations/operations-kit.ts';

const SECONDS = 6;
const FRAMES = SECONDS * 30;
const RATE = 48_000;

let folder: string;
let runner: MediaRunner;
let segment: { path: string; frames: number };
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
  const still = await makeClip(
    runner,
    folder,
    '-f',
    'lavfi',
    '-i',
    `color=gray:s=90x160:r=30:d=${SECONDS}`,
    '-c:v',
    'libx264',
    'still.mp4',
  );
  const { node } = await clipOf(runner, still, { window: { start: 0, end: SECONDS } });
  segment = { path: join(await buildNode(node), CLIP_FILES.body), frames: FRAMES };
});

/** Generated sounds as the engine keeps them; their paths, in their order. */
function wavs(sounds: Record<string, string>): string[] {
  const drawings = Object.entries(sounds).map(([name, generated]) => ({
    path: join(folder, `${name.replaceAll(' ', '-')}.wav`),
    inputs: [generated],
    options: ['-ac', '2', '-ar', String(RATE), '-c:a', 'pcm_s16le'],
  }));
  drawEachOnce(drawings);
  return drawings.map(({ path }) => path);
}

function wav(name: string, generated: string): string {
  const [path = ''] = wavs({ [name]: generated });
  return path;
}

type Mix = Omit<SoundtrackOptions, 'frames' | 'fps'>;
type Finished = Loudness & { truePeak: number; path: string };

/** Mixes, levels and joins; answers the finished file, and how loud it is. */
async function finished(name: string, mix: Mix): Promise<Finished> {
  const [only] = await finishedEach({ [name]: mix });
  return only ?? assert.fail(name);
}

/** Several by name, in their order. */
async function finishedEach(mixes: Record<string, Mix>): Promise<Finished[]> {
  const paths = await Promise.all(
    Object.entries(mixes).map(async ([name, mix]) => {
      const work = join(folder, name);
      await mkdir(work);
      const sound = join(work, 'sound.wav');
      await makeSoundtrack({ frames: FRAMES, fps: 30, ...mix }, sound);
      return (await assemble(runner, { segments: [segment], picture: SMALL, sound }, work)).path;
    }),
  );
  const heard = await loudnessOfEach(runner, paths);
  return paths.map((path, at) => ({ ...(heard[at] ?? assert.fail(path)), path }));
}

/** The mix before its loudness is set, both channels as one. */
async function mixed(options: SoundtrackOptions): Promise<Float32Array> {
  const moments: number[] = [];
  for await (const block of mixSound(options)) {
    for (let at = 0; at < block.length; at += 2) moments.push(((block[at] ?? 0) + (block[at + 1] ?? 0)) / 2);
  }
  return Float32Array.from(moments);
}

const shot = (path: string, blendAfter = 0, volume = 1) => ({ path, volume, blendAfter });

/** Strength of one frequency in a stretch of samples, in dB. */
function toneLevel(samples: Float32Array, frequency: number, from: number, to: number): number {
  let [real, imaginary] = [0, 0];
  for (let index = Math.round(from * RATE); index < to * RATE; index++) {
    const phase = (2 * Math.PI * frequency * index) / RATE;
    real += (samples[index] ?? 0) * Math.cos(phase);
    imaginary += (samples[index] ?? 0) * Math.sin(phase);
  }
  return 20 * Math.log10(Math.max(1e-6, (2 * Math.hypot(real, imaginary)) / ((to - from) * RATE)));
}

const talk = (level: number) => `${level}*sin(2*PI*180*t)*(0.55+0.45*sin(2*PI*3*t))*gt(sin(2*PI*0.7*t)\\,-0.3)`;

test('whatever is mixed comes out at -14 LUFS below -1 dB', async () => {
  const sounds = {
    speech: `aevalsrc=${talk(0.1)}:d=${SECONDS}`,
    'quiet speech with high peaks': `aevalsrc='${talk(0.01)}+0.9*lt(mod(t\\,0.9)\\,0.002)*sin(2*PI*900*t)':d=${SECONDS}`,
    'square waves': `aevalsrc=0.99*sgn(sin(2*PI*220*t)):d=${SECONDS}`,
    'pink noise': `anoisesrc=color=pink:amplitude=0.5:seed=5:d=${SECONDS}`,
    'brown noise at full level': `anoisesrc=color=brown:amplitude=1:seed=5:d=${SECONDS}`,
    'a quiet tone': `sine=f=500:d=${SECONDS},volume=-24dB`,
    'one loud second': `aevalsrc=0.8*sin(2*PI*300*t)*lt(t\\,1):d=${SECONDS}`,
  };
  const drawn = wavs(sounds);
  const mixes = Object.fromEntries(Object.keys(sounds).map((name, at) => [name, { shots: [shot(drawn[at] ?? '')] }]));
  const all = await finishedEach(mixes);
  for (const [at, name] of Object.keys(mixes).entries()) {
    const { integrated, truePeak } = all[at] ?? assert.fail(name);
    assert.ok(Math.abs(integrated + 14) <= 1, `${name}: ${integrated} LUFS`);
    assert.ok(truePeak <= -1, `${name}: ${truePeak} dB`);
  }
});

test('silence stays silence, and what is nearly silent is not blown up', async () => {
  const [nothing = '', tone = '', hissing = ''] = wavs({
    nothing: `anullsrc=r=48000:d=${SECONDS}`,
    tone: `sine=f=500:d=${SECONDS}`,
    hissing: `anoisesrc=color=white:amplitude=0.0004:seed=3:d=${SECONDS}`,
  });
  const [silent, muted, hiss] = await finishedEach({
    silence: { shots: [shot(nothing)] },
    muted: { shots: [shot(tone, 0, 0)] },
    hiss: { shots: [shot(hissing)] },
  });
  assert.ok(silent !== undefined && muted !== undefined && hiss !== undefined);
  assert.ok(silent.integrated <= -69 && levelOf(await decodeSound(runner, silent.path)) <= -90);
  assert.ok(levelOf(await decodeSound(runner, muted.path)) <= -90);
  assert.ok(hiss.integrated < -50, `${hiss.integrated} LUFS`);
});

test('music steps back while somebody speaks and comes back afterwards', async () => {
  const quiet = wav('quiet', `anullsrc=r=48000:d=${SECONDS}`);
  const music = { path: wav('music', 'sine=f=1000:d=2.5'), volume: 0.5, fadeIn: 0, fadeOut: 0 };
  const speech = { path: wav('spoken', 'aevalsrc=0.4*sin(2*PI*200*t):d=2.5'), volume: 1 };
  const level = async (options: Omit<SoundtrackOptions, 'frames' | 'fps'>) => {
    const samples = await mixed({ frames: FRAMES, fps: 30, ...options });
    assert.equal(samples.length, FRAMES * 1600);
    return { during: toneLevel(samples, 1000, 1, 2), after: toneLevel(samples, 1000, 4.6, 5.6) };
  };
  const ducked = await level({ shots: [shot(quiet)], speech, music: { ...music, duck: true } });
  const plain = await level({ shots: [shot(quiet)], speech, music: { ...music, duck: false } });
  const alone = await level({ shots: [shot(quiet)], music: { ...music, duck: true } });
  assert.ok(plain.during - ducked.during > 6, `${ducked.during} against ${plain.during} dB`);
  assert.ok(Math.abs(plain.after - ducked.after) < 1.5, `${ducked.after} against ${plain.after} dB`);
  assert.ok(
    Math.abs(plain.during - plain.after) < 0.5 && Math.abs(alone.during - alone.after) < 0.5,
    'music is repeated at one level',
  );
  const underShots = await level({
    shots: [shot(wav('talking', 'aevalsrc=0.4*sin(2*PI*200*t)*lt(t\\,2.5):d=6'))],
    music: { ...music, duck: true },
  });
  assert.ok(plain.during - underShots.during > 6, 'the shots push it back where there is no voice');
});

test('music fades in and out, by itself and under a limiter', async () => {
  const quiet = wav('quiet-too', `anullsrc=r=48000:d=${SECONDS}`);
  const music = {
    path: wav('loud-music', 'aevalsrc=0.9*sin(2*PI*400*t):d=60'),
    volume: 1,
    fadeIn: 1.5,
    fadeOut: 1.5,
    duck: false,
  };
  const { path, integrated } = await finished('fades', { shots: [shot(quiet)], music });
  const samples = await decodeSound(runner, path);
  const [start, middle, end] = [
    levelOf(samples, 0, 4800),
    levelOf(samples, 120_000, 144_000),
    levelOf(samples, FRAMES * 1600 - 4800, FRAMES * 1600),
  ];
  assert.ok(middle - start > 15 && middle - end > 15, `${start} ${middle} ${end}`);
  assert.ok(Math.abs(integrated + 14) <= 1, `${integrated} LUFS`);
});

test('three loud layers together do not clip', async () => {
  const loud = wav('loud', `aevalsrc=0.9*sin(2*PI*150*t):d=${SECONDS}`);
  const speech = { path: loud, volume: 1.5 };
  const { path, integrated, truePeak } = await finished('layers', {
    shots: [shot(loud)],
    speech,
    music: { path: loud, volume: 1, fadeIn: 0, fadeOut: 0, duck: false },
  });
  assert.ok(Math.abs(integrated + 14) <= 1 && truePeak <= -1, `${integrated} LUFS, ${truePeak} dB`);
  // Clipping would square the tone: its third harmonic would stand 10 dB under it.
  const samples = await decodeSound(runner, path);
  const harmonic = toneLevel(samples, 450, 2, 4) - toneLevel(samples, 150, 2, 4);
  assert.ok(harmonic < -30, `third harmonic at ${harmonic.toFixed(1)} dB`);
});

test('sounds that fade through each other end on the exact sample', async () => {
  const one = wav('one', 'sine=f=300:d=2');
  const two = wav('two', 'sine=f=900:d=2');
  const three = wav('three', 'sine=f=1500:d=2');
  for (const blends of [
    [0, 0],
    [15, 15],
    [15, 0],
    [0, 7],
  ] as const) {
    const frames = 180 - blends[0] - blends[1];
    const samples = await mixed({
      frames,
      fps: 30,
      shots: [shot(one, blends[0]), shot(two, blends[1]), shot(three)],
    });
    assert.equal(samples.length, frames * 1600);
    const secondAt = 2 - blends[0] / 30;
    const thirdAt = secondAt + 2 - blends[1] / 30;
    assert.ok(
      toneLevel(samples, 900, secondAt + 0.6, secondAt + 1.2) > -24 &&
        toneLevel(samples, 300, secondAt + 0.6, secondAt + 1.2) < -50,
      String(blends),
    );
    assert.ok(toneLevel(samples, 1500, thirdAt + 1, thirdAt + 1.9) > -24, String(blends));
    // The last shot is whole: its sound runs to the very end and no silence was padded.
    assert.ok(levelOf(samples, samples.length - 2400) > -30, `${blends.join()}: ends with silence`);
  }
});

test('loudness, true peak and range are what ffmpeg measures', async () => {
  const sounds = {
    beats: `aevalsrc='0.7*sin(2*PI*80*t)*exp(-8*mod(t\\,0.5))+0.1*sin(2*PI*5000*t)|0.2*sin(2*PI*3000*t)':d=12`,
    'between samples': `aevalsrc=0.9*sin(2*PI*12000*t+PI/4):d=${SECONDS}`,
    'long rests': `aevalsrc='0.5*sin(2*PI*700*t)*lt(mod(t\\,4)\\,1)':d=12`,
    'loud and soft': `aevalsrc='0.5*sin(2*PI*700*t)*(0.1+0.9*lt(mod(t\\,8)\\,4))':d=12`,
    hum: `aevalsrc=0.3*sin(2*PI*50*t):d=${SECONDS}`,
  };
  const paths = wavs(sounds);
  const measured = await loudnessOfEach(runner, paths);
  for (const [at, [name, generated]] of Object.entries(sounds).entries()) {
    const [path = '', theirs = assert.fail(name)] = [paths[at], measured[at]];
    const seconds = generated.endsWith('12') ? 12 : SECONDS;
    const [meter, peaks] = [createLoudnessMeter(), createPeakMeter()];
    for await (const block of mixSound({ shots: [shot(path)], frames: seconds * 30, fps: 30 })) {
      meter.add(block);
      peaks.add(block);
    }
    const ours = { ...meter.loudness(), truePeak: peaks.decibels() };
    assert.ok(
      Math.abs(ours.integrated - theirs.integrated) <= 0.11,
      `${name}: ${ours.integrated} for ${theirs.integrated}`,
    );
    assert.ok(Math.abs(ours.truePeak - theirs.truePeak) <= 0.35, `${name}: ${ours.truePeak} for ${theirs.truePeak}`);
    if (seconds === 12)
      assert.ok(Math.abs(ours.range - theirs.range) <= 0.6, `${name}: ${ours.range} for ${theirs.range} LU`);
  }
});

test('a sound file of any kind becomes 48 kHz stereo', async () => {
  for (const [name, ...args] of [
    ['mono.mp3', '-ac', '1', '-ar', '22050'],
    ['surround.m4a', '-ac', '6', '-c:a', 'aac'],
    ['eight.wav', '-ac', '1', '-ar', '8000', '-c:a', 'pcm_u8'],
  ] as const) {
    const path = await makeClip(runner, folder, '-f', 'lavfi', '-i', 'sine=f=440:d=1.5', ...args, name);
    const output = await buildNode(soundNode(runner, await sourceOf(path)));
    const samples = await decodeSound(runner, join(output, SOUND_FILE));
    assert.ok(Math.abs(samples.length / RATE - 1.5) < 0.06, `${name}: ${samples.length / RATE} s`);
    assert.ok(levelOf(samples) > -30, name);
  }
  const picture = await makeClip(runner, folder, '-f', 'lavfi', '-i', 'color=red:s=64x64:d=1', 'no-sound.mp4');
  await assert.rejects(buildNode(soundNode(runner, await sourceOf(picture))), { code: 'core:media.broken' });
});
