import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { seededRandom } from '../plan/random.ts';
import { harbourScene } from './harbour-scene.ts';

export interface DemoMaterialOptions {
  groups: number;
  clips: number;
  /** Pixels of the shorter side; clips take turns. */
  sides: readonly number[];
  /** Shortest and longest clip, in seconds. */
  seconds: readonly [number, number];
  /** Noise of the cameras' sensors, in grey levels; none when absent. */
  grain?: number;
  signal?: AbortSignal;
  onClip?: (done: number, total: number) => void;
}

const SHAPES = [
  [9, 16],
  [16, 9],
  [9, 16],
  [16, 9],
  [1, 1],
] as const;
const RATES = ['24000/1001', '25', '30000/1001', '30', '60'];

/**
 * Draws a folder of clips as they come from different cameras: five shapes, five frame rates, variable
 * ones too, turned ones, with and without sound, MP4 and MOV. The same options draw the same clips.
 */
export async function makeDemoMaterial(
  runner: MediaRunner,
  folder: string,
  options: DemoMaterialOptions,
): Promise<void> {
  const total = options.groups * options.clips;
  let done = 0;
  const one = async (group: number, clip: number) => {
    const into = join(folder, `${String(group + 1).padStart(2, '0')}`);
    await mkdir(into, { recursive: true });
    await drawDemoClip(runner, into, group, clip, options);
    options.onClip?.(++done, total);
  };
  const clips = Array.from({ length: total }, (_, index) => index);
  await Promise.all(
    Array.from({ length: runner.slots }, async () => {
      for (let index = clips.shift(); index !== undefined; index = clips.shift()) {
        await one(Math.floor(index / options.clips), index % options.clips);
      }
    }),
  );
}

/** The name of a clip in its group's folder. */
export function demoClipName(group: number, clip: number, clips: number): string {
  return `${String(clip + 1).padStart(2, '0')}${(group * clips + clip) % 5 === 4 ? '.mov' : '.mp4'}`;
}

/** Draws one of the clips of {@link makeDemoMaterial} into a folder. */
export async function drawDemoClip(
  runner: MediaRunner,
  folder: string,
  group: number,
  clip: number,
  options: Omit<DemoMaterialOptions, 'groups' | 'onClip'>,
): Promise<void> {
  const number = group * options.clips + clip;
  const random = seededRandom(number, 17).next;
  const [least, most] = options.seconds;
  const seconds = Number((least + random() * (most - least)).toFixed(2));
  const [across, down] = SHAPES[(number * 2 + group) % SHAPES.length] ?? SHAPES[0];
  const short = Math.min(across, down);
  const side = options.sides[number % options.sides.length] ?? 720;
  const size = (part: number) => 2 * Math.round((side * part) / short / 2);
  const rate = RATES[(number * 3 + group) % RATES.length] ?? '30';
  const variable = number % 7 === 6;
  const silent = number % 4 === 3;
  const turned = number % 6 === 5;
  const name = demoClipName(group, clip, options.clips);
  const scene = harbourScene({
    width: size(across),
    height: size(down),
    rate,
    seconds,
    hour: group,
    seed: number + 1,
    grain: options.grain ?? 0,
  });
  const pitch = 110 * 2 ** (((number * 5) % 24) / 12);
  const tone = `sine=frequency=${pitch.toFixed(1)}:sample_rate=${number % 2 === 0 ? 48000 : 44100}:duration=${seconds}`;

  await runner.ffmpeg({
    cwd: folder,
    signal: options.signal,
    nice: 10,
    args: [
      ...[
        '-filter_complex_threads',
        '1',
        '-filter_complex',
        scene + (variable ? ',select=lt(mod(n*7\\,10)\\,8)' : '') + (turned ? ',transpose=clock' : ''),
      ],
      ...(silent ? [] : ['-filter_complex', `${tone},tremolo=f=${3 + (number % 5)}:d=0.6,volume=0.5`]),
      ...['-c:v', 'libx264', '-preset', 'superfast', '-crf', '19', '-threads', '1'],
      ...(variable ? ['-fps_mode', 'vfr'] : []),
      ...(silent ? [] : ['-c:a', 'aac', '-ac', String(1 + (number % 2))]),
      ...['-f', name.endsWith('.mov') ? 'mov' : 'mp4', `.${name}.part`],
    ],
  });
  if (turned) {
    await markTurned(runner, folder, name, options.signal);
  }
  await rename(join(folder, `.${name}.part`), join(folder, name));
}

/** A phone held upright stores its picture lying; ffmpeg writes the turn only when it copies. */
async function markTurned(runner: MediaRunner, folder: string, name: string, signal?: AbortSignal): Promise<void> {
  const format = name.endsWith('.mov') ? 'mov' : 'mp4';
  await runner.ffmpeg({
    cwd: folder,
    signal,
    args: ['-i', `.${name}.part`, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', '-f', format, `.${name}.turned`],
  });
  await rename(join(folder, `.${name}.turned`), join(folder, `.${name}.part`));
}

/** Writes a melody to mix under the demo's videos. */
export async function makeDemoMusic(runner: MediaRunner, path: string, signal?: AbortSignal): Promise<void> {
  const notes = [220, 277.18, 329.63, 440, 329.63, 277.18, 246.94, 293.66];
  const voice = notes
    .map((note, index) => `sin(2*PI*${note}*t)*exp(-3*mod(t+${(index * 0.5).toFixed(1)}\\,4))`)
    .join('+');
  await runner.ffmpeg({
    cwd: '.',
    signal,
    args: [
      ...['-f', 'lavfi', '-i', `aevalsrc=0.12*(${voice}):s=44100:d=16`],
      ...['-c:a', 'libmp3lame', '-b:a', '160k', '-f', 'mp3', `${path}.part`],
    ],
  });
  await rename(`${path}.part`, path);
}
