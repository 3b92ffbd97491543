import { createDucking } from '#plugins/mixing/ducking.ts';
import { evenGains } from '#plugins/mixing/even-sound.ts';

/** Samples a second of everything here. */
export const SAMPLE_RATE = 48_000;

/** Left and right, of one length. */
export type Stereo = [Float32Array, Float32Array];

/** A sound on the time line; times in samples. */
export interface PlacedStereo {
  sound: Stereo;
  at: number;
  volume: number;
  /** Straight fades at its ends. */
  fadeIn: number;
  fadeOut: number;
  /** How long it plays; repeated when it is shorter. */
  length: number;
  loops: boolean;
}

/** The sounds of a composition with their positions. */
export interface SoundPlan {
  /** Samples of the whole. */
  length: number;
  shots: readonly PlacedStereo[];
  voice: PlacedStereo | null;
  music: PlacedStereo | null;
  /** Lowers the music while the voice plays or, without a voice, the shots. */
  duck: boolean;
  /** Brings the shots to one loudness. */
  evens: boolean;
}

/** The mean level that a mix is brought to, near the −14 LUFS of what the server renders, in dB of full scale. */
const TARGET = -17;
const MAX_GAIN = 12;
/** Blocks softer than this say nothing about loudness. */
const SILENCE = 10 ** (-50 / 20);
const BLOCK = 4096;

/** Mixes all sounds as the server does, apart from the exact loudness, and keeps the result within full scale. */
export function mixSound({ length, shots, voice, music, duck, evens }: SoundPlan): Stereo {
  const heard = new Float32Array(length * 2);
  const rest = new Float32Array(length * 2);
  const tune = new Float32Array(length * 2);
  const gains = evens ? evenGains(shots.map(({ sound }) => loudnessOf(sound))) : [];
  shots.forEach((shot, index) => {
    place(duck && voice === null ? heard : rest, { ...shot, volume: shot.volume * (gains[index] ?? 1) });
  });
  if (voice !== null) place(heard, voice);
  if (music !== null) place(tune, music);
  if (duck) createDucking()(tune, heard);
  const mix: Stereo = [new Float32Array(length), new Float32Array(length)];
  for (let index = 0; index < length; index++) {
    mix[0][index] = sumAt(index * 2, heard, rest, tune);
    mix[1][index] = sumAt(index * 2 + 1, heard, rest, tune);
  }
  level(mix);
  return mix;
}

const sumAt = (index: number, ...layers: Float32Array[]) => layers.reduce((sum, layer) => sum + (layer[index] ?? 0), 0);

function place(into: Float32Array, { sound, at, volume, fadeIn, fadeOut, length, loops }: PlacedStereo): void {
  const [left, right] = sound;
  if (left.length === 0 || volume === 0) return;
  const heard = Math.min(loops ? length : Math.min(length, left.length), into.length / 2 - at);
  for (let index = 0; index < heard; index++) {
    const from = index % left.length;
    const gain = volume * Math.min(1, ramp(index, fadeIn)) * Math.min(1, ramp(length - index, fadeOut));
    const to = (at + index) * 2;
    into[to] = (into[to] ?? 0) + (left[from] ?? 0) * gain;
    into[to + 1] = (into[to + 1] ?? 0) + (right[from] ?? 0) * gain;
  }
}

const ramp = (moment: number, length: number) => (length === 0 ? 1 : moment / length);

/** The mean level of everything but silence, in dBFS: close enough to LUFS for a preview. */
function loudnessOf([left, right]: Stereo): number {
  let [power, blocks] = [0, 0];
  for (let from = 0; from < left.length; from += BLOCK) {
    const to = Math.min(left.length, from + BLOCK);
    let sum = 0;
    for (let index = from; index < to; index++) sum += (left[index] ?? 0) ** 2 + (right[index] ?? 0) ** 2;
    const mean = sum / (to - from) / 2;
    if (Math.sqrt(mean) > SILENCE) [power, blocks] = [power + mean, blocks + 1];
  }
  return blocks === 0 ? -Infinity : 10 * Math.log10(power / blocks);
}

/** Brings a mix to its level; what would be too loud is bent, not cut. */
function level(mix: Stereo): void {
  const loudness = loudnessOf(mix);
  if (loudness === -Infinity) return;
  const gain = 10 ** (Math.min(MAX_GAIN, TARGET - loudness) / 20);
  for (const channel of mix) {
    for (let index = 0; index < channel.length; index++) channel[index] = bend((channel[index] ?? 0) * gain);
  }
}

function bend(sample: number): number {
  const size = Math.abs(sample);
  return size <= 0.7 ? sample : Math.sign(sample) * (0.7 + 0.29 * Math.tanh((size - 0.7) / 0.29));
}
