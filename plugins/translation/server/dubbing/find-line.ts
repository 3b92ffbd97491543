import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { CHANNELS, openWav } from '#core/server/services/media/sound/wav-file.ts';

/** Samples a second in which lines are looked for: enough for a quarter of a millisecond. */
export const LOOK_RATE = 4_000;
/** Samples of the engine's sounds that one of them is the mean of. */
const TOGETHER = SAMPLE_RATE / LOOK_RATE;

/** Seconds of a line's beginning that are compared, and to both sides of its place in which they are looked for. */
const [COMPARED, AROUND] = [1.5, 0.3];

/** How like itself a line has to be, to be found: beside music and a lowered voice it is above 0.8. */
const ALIKE = 0.5;

/**
 * Finds where a spoken line begins in a finished sound: the place at which both are most alike.
 * @param sound one channel at {@link LOOK_RATE}
 * @param line the same of the line alone
 * @param expected second at which it was laid
 * @returns seconds; null where it is not heard
 */
export function findLine(sound: Int16Array, line: Int16Array, expected: number): number | null {
  const wanted = line.subarray(0, Math.round(COMPARED * LOOK_RATE));
  const first = Math.max(0, Math.round((expected - AROUND) * LOOK_RATE));
  const last = Math.min(sound.length - wanted.length, Math.round((expected + AROUND) * LOOK_RATE));
  const own = energyOf(wanted, 0, wanted.length);
  if (wanted.length === 0 || own === 0 || last < first) return null;
  let energy = energyOf(sound, first, wanted.length);
  let best = { at: first, alike: 0 };
  for (let at = first; at <= last; at += 1) {
    let product = 0;
    for (let index = 0; index < wanted.length; index += 1) product += (wanted[index] ?? 0) * (sound[at + index] ?? 0);
    const alike = energy > 0 ? product / Math.sqrt(energy * own) : 0;
    if (alike > best.alike) best = { at, alike };
    const [gone = 0, comes = 0] = [sound[at], sound[at + wanted.length]];
    energy += comes * comes - gone * gone;
  }
  return best.alike < ALIKE ? null : best.at / LOOK_RATE;
}

function energyOf(sound: Int16Array, from: number, count: number): number {
  let sum = 0;
  for (const sample of sound.subarray(from, from + count)) sum += sample * sample;
  return sum;
}

/** Reads one of our own sounds as lines are looked for. */
export async function readLook(path: string): Promise<Int16Array> {
  const wav = await openWav(path);
  try {
    const look = createLook(1);
    for (let at = 0; at < wav.length; at += SAMPLE_RATE) {
      const stereo = await wav.read(at, new Int16Array(SAMPLE_RATE * CHANNELS));
      const mono = new Int16Array(stereo.length / CHANNELS);
      for (let index = 0; index < mono.length; index += 1) {
        mono[index] = ((stereo[index * CHANNELS] ?? 0) + (stereo[index * CHANNELS + 1] ?? 0)) / 2;
      }
      look.add(new Uint8Array(mono.buffer));
    }
    return look.samples();
  } finally {
    await wav.close();
  }
}

/** Takes one channel of the engine's rate, 16 bits a sample, as it comes, and keeps what is looked at. */
export function createLook(seconds: number): { add(bytes: Uint8Array): void; samples(): Int16Array } {
  let kept = new Int16Array(Math.ceil(seconds * LOOK_RATE));
  let [count, sum, taken] = [0, 0, 0];
  /** The first half of a sample whose second one has not come yet. */
  let half: number | null = null;
  const take = (sample: number): void => {
    sum += sample;
    taken += 1;
    if (taken < TOGETHER) return;
    if (count === kept.length) {
      const longer = new Int16Array(kept.length * 2 + LOOK_RATE);
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
