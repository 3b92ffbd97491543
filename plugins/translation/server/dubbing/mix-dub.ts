import type { SpeechSpan } from '#core/contract/speech.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { writeLevelled } from '#core/server/services/media/sound/level-sound.ts';
import { createLoudnessMeter } from '#core/server/services/media/sound/loudness-meter.ts';
import { measureWav } from '#core/server/services/media/sound/measure-wav.ts';
import { BLOCK, lendAgain, spareBlock, type Blocks } from '#core/server/services/media/sound/sound-blocks.ts';
import { addSound, type PlacedSound } from '#core/server/services/media/sound/sound-layer.ts';
import { CHANNELS, openWav } from '#core/server/services/media/sound/wav-file.ts';

export interface DubSound {
  /** Samples of one channel of the whole. */
  length: number;
  /** A WAV of the original sound in step with the picture; null where there is none. */
  original: string | null;
  /** Where that is lowered, in order; seconds. */
  lowered: readonly SpeechSpan[];
  /** 1 leaves it there as it is, 0 silences it. */
  under: number;
  /** WAVs of spoken lines, and at which second each begins. */
  lines: readonly { path: string; at: number }[];
}

/** Seconds in which the original goes down before a stretch, and comes back behind it. */
const [FALLS, RISES] = [0.06, 0.18];
/** Samples between two looks at how loud the original is. */
const STEP = 48;
/** LUFS of a voice beside which nothing is heard. */
const ALONE = -16;
/** LU that the voice is above what the original has been: it takes the place of its voices, whose music stays. */
const ABOVE = 1;
/** LUFS below which the original counts as silent. */
const SILENT = -50;

/**
 * Mixes spoken lines with the original sound, which is lowered where it speaks, and writes it at −14 LUFS. The voice is
 * 1 LU louder than the original, or at {@link ALONE} where that is silent.
 * @param path where the WAV goes
 */
export async function mixDub(sound: DubSound, path: string, signal: AbortSignal): Promise<void> {
  const voice = await loudnessOf(mix({ ...sound, original: null }, 1, signal));
  const original = sound.original === null ? -Infinity : (await measureWav(sound.original)).integrated;
  const wanted = original > SILENT ? original + ABOVE : ALONE;
  const volume = voice > SILENT ? 10 ** ((wanted - voice) / 20) : 1;
  await writeLevelled(() => mix(sound, volume, signal), sound.length, path);
}

async function loudnessOf(blocks: Blocks): Promise<number> {
  const meter = createLoudnessMeter();
  for await (const block of blocks) meter.add(block);
  return meter.loudness().integrated;
}

async function* mix(
  { length, original, lowered, under, lines }: DubSound,
  volume: number,
  signal: AbortSignal,
): Blocks {
  const gainAt = createGain(lowered, under);
  const [memory, scratch] = [spareBlock(), spareBlock()];
  const below = original === null ? null : await openWav(original);
  const open: PlacedSound[] = [];
  try {
    const waiting = lines.toSorted((a, b) => a.at - b.at);
    for (let start = 0; start < length; start += BLOCK) {
      signal.throwIfAborted();
      const count = Math.min(BLOCK, length - start) * CHANNELS;
      const block = memory.subarray(0, count).fill(0);
      const own = new Int16Array(scratch.buffer, 0, count);
      if (below !== null) {
        const whole = { wav: below, at: 0, length: below.length, volume: 1, fadeIn: 0, fadeOut: 0 };
        await addSound(block, start, whole, own);
        lower(block, start, gainAt);
      }
      // Thousands of lines are not open at once.
      while (waiting[0] !== undefined && waiting[0].at * SAMPLE_RATE < start + BLOCK)
        open.push(await placed(waiting.shift()));
      for (const line of open) await addSound(block, start, { ...line, volume }, own);
      for (const line of open.filter(({ at, length: lasts }) => at + lasts <= start + BLOCK)) {
        open.splice(open.indexOf(line), 1);
        await line.wav.close();
      }
      yield block;
    }
    lendAgain([memory, scratch]);
  } finally {
    await Promise.all([...open.map(({ wav }) => wav.close()), below?.close()]);
  }
}

async function placed(line: DubSound['lines'][number] | undefined): Promise<PlacedSound> {
  if (line === undefined) throw new TypeError('mixDub: a line is missing');
  const wav = await openWav(line.path);
  return { wav, at: Math.round(line.at * SAMPLE_RATE), length: wav.length, volume: 1, fadeIn: 0, fadeOut: 0 };
}

/** Lowers a block in place, in straight lines between looks a millisecond apart. */
function lower(block: Float32Array, start: number, gainAt: (second: number) => number): void {
  let gain = gainAt(start / SAMPLE_RATE);
  for (let from = 0; from < block.length; from += STEP * CHANNELS) {
    const to = Math.min(block.length, from + STEP * CHANNELS);
    const wanted = gainAt((start + to / CHANNELS) / SAMPLE_RATE);
    const slope = (wanted - gain) / (to - from);
    if (gain !== 1 || slope !== 0) {
      for (let index = from; index < to; index++) block[index] = (block[index] ?? 0) * (gain + slope * (index - from));
    }
    gain = wanted;
  }
}

/** How loud the original is at a time; times may not go back. */
function createGain(lowered: readonly SpeechSpan[], under: number): (second: number) => number {
  let next = 0;
  return (second) => {
    while ((lowered[next]?.end ?? Infinity) + RISES < second) next += 1;
    // The next one may begin to fall while this one still rises.
    const shares = lowered.slice(next, next + 2).map(({ start, end }) => {
      if (second < start) return Math.max(0, 1 - (start - second) / FALLS);
      return second <= end ? 1 : Math.max(0, 1 - (second - end) / RISES);
    });
    return 1 - (1 - under) * Math.max(0, ...shares);
  };
}
