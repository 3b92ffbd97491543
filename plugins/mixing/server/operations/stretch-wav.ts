import { stretchSound } from '#plugins/mixing/stretch-sound.ts';

import { CHANNELS, openWav, writeWav } from '#core/server/services/media/sound/wav-file.ts';

export interface StretchWavOptions {
  /** 2 plays twice as fast. */
  speed: number;
  /** Samples of one channel that are wanted; silence follows a sound that ends early. */
  length: number;
  /** Samples of the fades at both ends. */
  fade: number;
}

/** Writes a sound of the engine's own format as it is heard at another speed, at the same pitch. */
export async function stretchWav(from: string, to: string, { speed, length, fade }: StretchWavOptions): Promise<void> {
  const wav = await openWav(from);
  try {
    const samples = await wav.read(0, new Int16Array(wav.length * CHANNELS));
    const side = (channel: number) =>
      Float32Array.from({ length: wav.length }, (_, index) => (samples[index * CHANNELS + channel] ?? 0) / 32768);
    const sides = stretchSound([side(0), side(1)], speed);
    const block = new Float32Array(length * CHANNELS);
    sides.forEach((made, channel) => {
      for (let index = 0; index < Math.min(length, made.length); index++) {
        const ramp = Math.min(1, index / fade, (length - 1 - index) / fade);
        block[index * CHANNELS + channel] = (made[index] ?? 0) * ramp;
      }
    });
    await writeWav(to, length, wholeIn(block));
  } finally {
    await wav.close();
  }
}

async function* wholeIn(block: Float32Array): AsyncGenerator<Float32Array> {
  yield block;
}
