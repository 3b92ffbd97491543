import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { CHANNELS, openWav } from '#core/server/services/media/sound/wav-file.ts';

/** Samples a second at which lines are searched for: steps of a quarter of a millisecond. */
export const SEARCH_RATE = 4_000;
/** Samples of our sounds that one of them is the mean of. */
const TOGETHER = SAMPLE_RATE / SEARCH_RATE;

/** Seconds of a line's beginning that are compared, and to both sides of its place in which they are looked for. */
const [COMPARED, AROUND] = [1.5, 0.3];

/** The least correlation of a line with the place where it is found: beside music and a lowered voice it is above 0.8. */
const LEAST_CORRELATION = 0.5;

/**
 * Finds where a spoken line begins in a finished sound, by their normalized cross-correlation.
 * @param sound one channel at {@link SEARCH_RATE}
 * @param line the line alone, at the same rate
 * @param expected second at which it was laid
 * @returns seconds; null where it is not heard
 */
export function findLine(sound: Int16Array, line: Int16Array, expected: number): number | null {
  const wanted = line.subarray(0, Math.round(COMPARED * SEARCH_RATE));
  const first = Math.max(0, Math.round((expected - AROUND) * SEARCH_RATE));
  const last = Math.min(sound.length - wanted.length, Math.round((expected + AROUND) * SEARCH_RATE));
  const own = energyOf(wanted, 0, wanted.length);
  if (wanted.length === 0 || own === 0 || last < first) return null;
  let energy = energyOf(sound, first, wanted.length);
  let best = { at: first, correlation: 0 };
  for (let at = first; at <= last; at += 1) {
    let product = 0;
    for (let index = 0; index < wanted.length; index += 1) product += (wanted[index] ?? 0) * (sound[at + index] ?? 0);
    const correlation = energy > 0 ? product / Math.sqrt(energy * own) : 0;
    if (correlation > best.correlation) best = { at, correlation };
    const [gone = 0, comes = 0] = [sound[at], sound[at + wanted.length]];
    energy += comes * comes - gone * gone;
  }
  return best.correlation < LEAST_CORRELATION ? null : best.at / SEARCH_RATE;
}

function energyOf(sound: Int16Array, from: number, count: number): number {
  let sum = 0;
  for (const sample of sound.subarray(from, from + count)) sum += sample * sample;
  return sum;
}

/** Reads one of our own WAVs as one channel at {@link SEARCH_RATE}. */
export async function readDownsampled(path: string): Promise<Int16Array> {
  const wav = await openWav(path);
  try {
    const small = createDownsampler(1);
    for (let at = 0; at < wav.length; at += SAMPLE_RATE) {
      const stereo = await wav.read(at, new Int16Array(SAMPLE_RATE * CHANNELS));
      const mono = new Int16Array(stereo.length / CHANNELS);
      for (let index = 0; index < mono.length; index += 1) {
        mono[index] = ((stereo[index * CHANNELS] ?? 0) + (stereo[index * CHANNELS + 1] ?? 0)) / 2;
      }
      small.add(new Uint8Array(mono.buffer));
    }
    return small.samples();
  } finally {
    await wav.close();
  }
}

/** Takes one channel at {@link SAMPLE_RATE}, 16 bits a sample, in pieces of any length, and keeps it at {@link SEARCH_RATE}. */
export function createDownsampler(seconds: number): { add(bytes: Uint8Array): void; samples(): Int16Array } {
  let kept = new Int16Array(Math.ceil(seconds * SEARCH_RATE));
  let [count, sum, taken] = [0, 0, 0];
  /** The first half of a sample whose second one has not come yet. */
  let half: number | null = null;
  const take = (sample: number): void => {
    sum += sample;
    taken += 1;
    if (taken < TOGETHER) return;
    if (count === kept.length) {
      const longer = new Int16Array(kept.length * 2 + SEARCH_RATE);
      longer.set(kept);
      kept = longer;
    }
    kept[count] = sum / TOGETHER;
    count += 1;
    [sum, taken] = [0, 0];
  };
  return {
    add(bytes) {
      for (const byte of bytes) {
        if (half === null) half = byte;
        else {
          take(((half | (byte << 8)) << 16) >> 16);
          half = null;
        }
      }
    },
    samples: () => kept.subarray(0, count),
  };
}
