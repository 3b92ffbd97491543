import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pictureOf, type Picture } from '#core/contract/picture.ts';
import type { MediaRunner } from '#core/server/services/media/runner.ts';
import { makeDemoMaterial, makeDemoMusic } from '#plugins/mixing/server/demo/demo-material.ts';

/** So many videos each peer makes in full. */
export const SAMPLE = 20;

/** What is mixed. */
export interface MixingCase {
  groups: number;
  clips: number;
  /** Videos of a batch. */
  count: number;
  /** Videos that each peer makes in full; the batch is reckoned from these, for each video costs it the same. */
  sample: number;
  /** Pixels of the shorter side; clips take turns. */
  sides: readonly number[];
  picture: Picture;
  /** Folder of the clips. */
  material: string;
  music: string;
  /** Whether it is too small for figures that count, and only shows that the benchmark runs. */
  isTrial: boolean;
}

/** The case that counts, or with `REELPORT_BENCH_SAMPLE` a trial with so many videos of small clips. */
export function mixingCase(): MixingCase {
  const trial = process.env['REELPORT_BENCH_SAMPLE'];
  const name = trial === undefined ? 'mixing-clips-3' : 'mixing-clips-trial';
  const material = join(fileURLToPath(new URL('../..', import.meta.url)), '.cache', 'bench', name);
  const shared = { material, music: join(material, 'music.mp3') };
  if (trial === undefined) {
    const picture = pictureOf('9:16', 1080);
    const sides = [1080, 720, 1080];
    return { ...shared, groups: 10, clips: 5, count: 50, sample: SAMPLE, sides, picture, isTrial: false };
  }
  const sample = Number(trial);
  const picture = pictureOf('9:16', 480);
  return { ...shared, groups: 3, clips: 2, count: Math.max(2, sample), sample, sides: [180], picture, isTrial: true };
}

/** Draws what is mixed, unless an earlier run did. */
export async function drawMaterial(runner: MediaRunner, { material, groups, clips, sides }: MixingCase): Promise<void> {
  if (existsSync(material)) return;
  const draft = `${material}.part`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await makeDemoMaterial(runner, draft, { groups, clips, sides, grain: 9, seconds: [3.2, 5.9] });
  await makeDemoMusic(runner, join(draft, 'music.mp3'));
  await rename(draft, material);
}
