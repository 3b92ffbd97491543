import { rm } from 'node:fs/promises';

import { createLoudnessMeter, type LoudnessMeter } from './loudness-meter.ts';
import { createPeakLimiter } from './peak-limiter.ts';
import { createPeakMeter } from './peak-meter.ts';
import { keeping, lendAgain, MOST_KEPT, type Block, type Blocks } from './sound-blocks.ts';
import { CHANNELS, writeWav } from './wav-file.ts';

/** Integrated loudness of every output, in LUFS. */
const TARGET_LOUDNESS = -14;

/** The highest true peak that an output may reach, in dB. */
const TARGET_PEAK = -1;

/** Ceiling of the limiter: leaves room for overshoot between samples after encoding. */
const LIMITER_CEILING = TARGET_PEAK - 1;

/** Anything quieter counts as silence; amplifying it would only bring up noise. */
const SILENCE = -60;

const MAX_GAIN = 36;

/** How often the loudness that the limiter takes is measured and compensated. */
const MOST_CORRECTIONS = 3;

/**
 * Writes a mix as a WAV at −14 LUFS with true peaks below −1 dB. A short mix is kept for the second pass; a long one is
 * mixed again, so that an hour needs no more memory than minutes.
 * @param mix mixes it from its beginning, the same each time
 * @param length samples of one channel
 * @returns the loudness range of the mix in LU
 */
export async function writeLevelled(mix: () => Blocks, length: number, path: string): Promise<number> {
  if (length > MOST_KEPT) return levelMix(mix, length, path);
  const kept: Block[] = [];
  try {
    return await levelMix(keeping(mix, kept), length, path);
  } finally {
    lendAgain(kept);
  }
}

async function levelMix(mix: () => Blocks, length: number, path: string): Promise<number> {
  const [loudness, peaks] = [createLoudnessMeter(), createPeakMeter()];
  for await (const block of mix()) {
    loudness.add(block);
    peaks.add(block);
  }
  const mixed = { ...loudness.loudness(), truePeak: peaks.decibels() };
  let correction = 0;
  for (let round = 0; ; round++) {
    const level = levelFor(mixed, correction);
    // Gain alone is exact; where peaks must be limited, the loudness lost is measured and compensated.
    const meter = level.limits && round < MOST_CORRECTIONS ? createLoudnessMeter() : null;
    if (round > 0) await rm(path);
    await writeWav(path, length, metered(levelled(mix(), level), meter));
    if (meter === null) break;
    const lost = TARGET_LOUDNESS - meter.loudness().integrated;
    if (Math.abs(lost) < 0.4) break;
    correction += lost;
  }
  return mixed.range;
}

async function* metered(blocks: Blocks, meter: LoudnessMeter | null): Blocks {
  for await (const block of blocks) {
    meter?.add(block);
    yield block;
  }
}

interface Level {
  /** A factor. */
  gain: number;
  limits: boolean;
}

function levelFor({ integrated, truePeak }: { integrated: number; truePeak: number }, correction: number): Level {
  const wanted = integrated < SILENCE ? 0 : TARGET_LOUDNESS - integrated + correction;
  const decibels = Math.min(MAX_GAIN, wanted);
  return { gain: 10 ** (decibels / 20), limits: truePeak + decibels > LIMITER_CEILING + 0.5 };
}

async function* levelled(blocks: Blocks, level: Level): Blocks {
  const limiter = level.limits ? createPeakLimiter(10 ** (LIMITER_CEILING / 20)) : undefined;
  let late = (limiter?.delay ?? 0) * CHANNELS;
  for await (const block of blocks) {
    for (let index = 0; index < block.length; index++) {
      block[index] = (block[index] ?? 0) * level.gain;
    }
    const limited = limiter?.push(block) ?? block;
    const cut = Math.min(late, limited.length);
    late -= cut;
    yield limited.subarray(cut);
  }
  if (limiter !== undefined) {
    const rest = limiter.push(new Float32Array(limiter.delay * CHANNELS));
    yield rest.subarray(late);
  }
}
