import assert from 'node:assert/strict';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CutFacts, NotCopied } from '#core/contract/cut-facts.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import type { BitRates } from '#core/contract/fit-limits.ts';
import { isUnchanged, type Reframe } from '#core/contract/reframe.ts';

import { isAbortError } from '../abort-error.ts';
import type { Material } from '../inspect-material.ts';
import type { MediaRunner } from '../runner.ts';
import { CannotCopy } from './cannot-copy.ts';
import { chooseFrames, clockOf, shownIn, type ShownFrames } from './choose-frames.ts';
import { copyCut, type CopiedPictures } from './copy-cut.ts';
import { copySound, encodeCutSound, proveSound, type CutSoundOptions } from './cut-sound.ts';
import { encodeCut } from './encode-cut.ts';
import { listPackets } from './list-packets.ts';
import type { PictureChange } from './picture-change.ts';
import { outputClock } from './slower-frames.ts';
import { writeMp4, type TrackToWrite } from './write-mp4.ts';

/** Files in the folder of a cut. */
export const CUT_FILES = { video: 'cut.mp4', facts: 'cut.json' } as const;

export interface ExactCutOptions {
  path: string;
  /** In messages. */
  name: string;
  /** As it was inspected. */
  material: Material;
  /** Seconds of the material at which the first frame is on screen, and at which that is behind the last one. */
  from: number;
  /** Null for the end. */
  to: number | null;
  reframe: Reframe;
  /** What pictures and sound may take at most: then nothing is copied. As much as they need when absent. */
  rates?: BitRates | undefined;
  /**
   * What is done to some frames of the whole material, beside that: called once, with the seconds at which its frames are
   * shown and at which the last one ends. Sound beyond the last frame stays then.
   */
  change?: (times: readonly number[], end: number) => PictureChange;
  /** An empty folder, where the files go. */
  folder: string;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(done: number): void;
}

/**
 * Cuts a video exactly to the frame. Where its pictures stay what they are, they are copied and only those at the edges
 * encoded, if that can be proven; sound is copied where its cut is exact to the sample. Everything else is encoded once.
 * @throws expected `core:media.cut-empty` where no frame lies between, `core:media.cut-small` and `.cut-large` for the
 * part, `core:media.broken` and what {@link MediaRunner.ffmpeg} throws; AbortError
 */
export async function exactCut(runner: MediaRunner, options: ExactCutOptions): Promise<CutFacts> {
  const { path, name, material, reframe, folder, signal } = options;
  const { video } = material;
  const list = await listPackets(runner, { path, name, stream: video.index }, signal);
  const shown = shownIn(list);
  const range = chooseFrames(shown, options, material.startTime);
  const begin = (shown.times[range.first] ?? 0) / shown.scale;
  const over = begin + clockOf(shown, range).length / shown.scale;
  const { onProgress } = options;
  const change = options.change === undefined ? undefined : changeOf(options.change, shown, material);
  const to = change === undefined ? over : Math.max(over, material.startTime + (material.audio?.duration ?? 0));
  const { slower } = change ?? {};
  const clock = outputClock(shown, range, { slower, startTime: material.startTime });
  const seconds = clock.length / shown.scale;
  const heard = slower === undefined ? material : { ...material, audio: null };
  const sound = { path, name, material: heard, from: begin, to, rate: options.rates?.sound, folder, signal };
  const changed = change?.frames.reduce((sum, { first, last }) => sum + last - first, 0);
  const facts = { ...range, seconds, ...(changed === undefined ? {} : { changed }) };
  const isCopied = isUnchanged(reframe) && options.rates === undefined;
  const copied = isCopied
    ? await attempt(async () => {
        const own = { path, material, list, shown, range, clock, folder, signal, onProgress };
        const pictures = await copyCut(runner, change === undefined ? own : { ...own, change });
        return { pictures, sound: await finish(runner, folder, pictures, sound) };
      })
    : 'changed';
  if (typeof copied !== 'string') {
    const [width, height] = [video.displayWidth, video.displayHeight];
    const { pictures } = copied;
    const kept = { width, height, copied: pictures.copied, copiedFrom: pictures.copiedFrom, picturesEncoded: null };
    return writeFacts(folder, { ...facts, ...kept, ...copied.sound });
  }
  const { isInterlaced } = list;
  const { track, width, height } = await encodeCut(runner, { ...options, change, shown, range, clock, isInterlaced });
  const encoded = { track, copied: 0, copiedFrom: null, prove: () => Promise.resolve() };
  const finished = await finish(runner, folder, encoded, sound);
  return writeFacts(folder, {
    ...facts,
    width,
    height,
    copied: 0,
    copiedFrom: null,
    picturesEncoded: copied,
    ...finished,
  });
}

/** A change of a material's frames, with their times in its own seconds. */
export function changeOf(
  change: NonNullable<ExactCutOptions['change']>,
  { times, end, scale }: ShownFrames,
  { startTime }: Material,
): PictureChange {
  const seconds = (ticks: number) => ticks / scale - startTime;
  return change(times.map(seconds), seconds(end));
}

/** Runs what may find that copying is not safe. @returns why, then */
async function attempt<T extends object>(copy: () => Promise<T>): Promise<T | NotCopied> {
  try {
    return await copy();
  } catch (error) {
    if (isAbortError(error)) throw error;
    if (error instanceof CannotCopy) return error.reason;
    const isUnfit = error instanceof assert.AssertionError || error instanceof RangeError;
    if (isUnfit || (error instanceof ExpectedError && error.code === 'core:media.tool-failed')) return 'unproven';
    throw error;
  }
}

/** Writes pictures with their sound, and proves both. */
async function finish(
  runner: MediaRunner,
  folder: string,
  pictures: CopiedPictures,
  options: CutSoundOptions,
): Promise<Pick<CutFacts, 'sound' | 'soundEncoded'>> {
  const { material, signal } = options;
  const write = async (sound: TrackToWrite | null) => {
    const file = join(folder, CUT_FILES.video);
    await rm(file, { force: true });
    const tracks = sound === null ? [pictures.track] : [pictures.track, sound];
    await writeMp4(file, tracks, signal);
    await pictures.prove(CUT_FILES.video);
    await proveClock(runner, file, pictures.track, options);
  };
  if (material.audio === null) {
    await write(null);
    return { sound: 'none', soundEncoded: null };
  }
  const copied = options.rate === undefined ? await attempt(() => copySound(runner, options)) : 'changed';
  if (typeof copied !== 'string') {
    await write(copied);
    const proven = await attempt(async () => ({ done: await proveSound(runner, CUT_FILES.video, options) }));
    if (typeof proven !== 'string') return { sound: 'copied', soundEncoded: null };
  }
  await write(await encodeCutSound(runner, options));
  return { sound: 'encoded', soundEncoded: typeof copied === 'string' ? copied : 'unproven' };
}

/** That ffmpeg reads as many pictures as were written, each at its time. @throws AssertionError where it does not */
async function proveClock(
  runner: MediaRunner,
  file: string,
  { samples, begins, scale }: TrackToWrite,
  { name, signal }: CutSoundOptions,
): Promise<void> {
  const found = await listPackets(runner, { path: file, name, stream: 0 }, signal);
  const times = samples.map(({ decoded, wait }) => decoded + wait - begins);
  assert.equal(found.scale, scale, 'the video counts other ticks');
  assert.ok(
    found.packets.length === times.length &&
      found.packets.every(({ time, isHidden }, at) => time === times[at] && !isHidden),
    'pictures are shown at other times',
  );
}

/** Leaves the video and its facts, and nothing that was needed to make them. */
async function writeFacts(folder: string, facts: CutFacts): Promise<CutFacts> {
  const left = (await readdir(folder)).filter((name) => name !== CUT_FILES.video);
  await Promise.all(left.map((name) => rm(join(folder, name))));
  await writeFile(join(folder, CUT_FILES.facts), JSON.stringify(facts));
  return facts;
}
