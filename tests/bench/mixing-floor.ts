import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Picture } from '#core/contract/picture.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { measureCommand } from './measure-command.ts';
import { plainShotAlone, plainSound, type BenchOutput, type BenchShot } from './plain-ffmpeg.ts';

/** CPU seconds of the least that a batch with hard cuts takes, if starting and planning were free. */
export interface Floor {
  /** Each shot encoded once, and its sound decoded. */
  shots: number;
  /** The sound of each video encoded. */
  sound: number;
  /** The bytes of each video read and written. */
  bytes: number;
}

export interface FloorOptions {
  /** Every output of the batch. */
  outputs: readonly BenchOutput[];
  picture: Picture;
  /** Where the material is. */
  material: string;
  /** Finished videos, whose sound and bytes stand for those of all. */
  videos: readonly string[];
  /** A folder for files. */
  folder: string;
}

/** Measures the floor under a batch by the cheapest commands that do its parts. */
export async function measureFloor(runner: MediaRunner, options: FloorOptions): Promise<Floor> {
  const { outputs, videos, picture } = options;
  const shots = new Map<string, BenchShot>();
  for (const shot of outputs.flatMap((output) => output.shots)) {
    shots.set(`${shot.material} ${shot.start} ${shot.end}`, shot);
  }
  const file = join(options.folder, 'floor.mp4');
  let ofShots = 0;
  for (const shot of shots.values()) {
    const args = await plainShotAlone(runner, shot, { folder: options.material, picture, output: file });
    ofShots += (await measureCommand('ffmpeg', args)).cpu;
  }
  let [sound, bytes] = [0, 0];
  const wav = join(options.folder, 'floor.wav');
  for (const video of videos) {
    const decoded = spawnSync('ffmpeg', ['-nostdin', '-y', '-v', 'error', '-i', video, '-vn', wav]);
    if (decoded.status !== 0) throw new Error(`the sound of ${video} was not decoded`);
    sound += (await measureCommand('ffmpeg', plainSound(wav, file))).cpu;
    bytes += (await measureCommand('dd', [`if=${video}`, `of=${file}`, 'bs=1M', 'status=none'])).cpu;
  }
  await Promise.all([file, `${file}.wav`, wav].map((each) => rm(each, { force: true })));
  const each = outputs.length / videos.length;
  return { shots: ofShots, sound: sound * each, bytes: bytes * each };
}

export const floorOf = ({ shots, sound, bytes }: Floor): number => shots + sound + bytes;
