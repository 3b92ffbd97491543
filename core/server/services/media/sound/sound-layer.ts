import { CHANNELS, type WavFile } from './wav-file.ts';

/** A sound placed on the timeline. Times are counted in samples of one channel. */
export interface PlacedSound {
  wav: WavFile;
  /** Where it begins, and how long it plays. */
  at: number;
  length: number;
  /** 1 plays the file at its original level. */
  volume: number;
  /** Linear fades at both ends; 0 for none. */
  fadeIn: number;
  fadeOut: number;
  /** Repeats when the file ends. */
  loop?: boolean;
}

/**
 * Adds the part of a placed sound from `start` on to a block, with full scale at ±1.
 * @param scratch buffer to read into, as long as a block
 */
export async function addSound(
  block: Float32Array,
  start: number,
  sound: PlacedSound,
  scratch: Int16Array,
): Promise<void> {
  const { wav, at, loop = false } = sound;
  if (sound.volume === 0 || wav.length === 0) return;
  const heard = loop ? sound.length : Math.min(sound.length, wav.length);
  const end = Math.min(start + block.length / CHANNELS, at + heard);
  for (let now = Math.max(start, at); now < end;) {
    const from = (now - at) % wav.length;
    const samples = await wav.read(from, scratch.subarray(0, (end - now) * CHANNELS));
    addSamples(block, now - start, samples, sound, now - at);
    now += samples.length / CHANNELS;
  }
}

/** @param into moments from the block's begin @param played moments since the sound's begin */
function addSamples(
  block: Float32Array,
  into: number,
  samples: Int16Array,
  { volume, fadeIn, fadeOut, length }: PlacedSound,
  played: number,
): void {
  const scale = volume / 32768;
  const count = samples.length / CHANNELS;
  const offset = into * CHANNELS;
  if (played >= fadeIn && played + count <= length - fadeOut) {
    for (let index = 0; index < samples.length; index++) {
      block[offset + index] = (block[offset + index] ?? 0) + (samples[index] ?? 0) * scale;
    }
    return;
  }
  for (let index = 0; index < samples.length; index++) {
    const now = played + (index >> 1);
    const gain = scale * Math.min(1, ramp(now, fadeIn)) * Math.min(1, ramp(length - now, fadeOut));
    block[offset + index] = (block[offset + index] ?? 0) + (samples[index] ?? 0) * gain;
  }
}

function ramp(moment: number, length: number): number {
  return length === 0 ? 1 : moment / length;
}
