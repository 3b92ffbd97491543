import { SAMPLE_RATE } from './common-sound.ts';
import { createLoudnessMeter, type Loudness } from './loudness-meter.ts';
import { CHANNELS, openWav } from './wav-file.ts';

/** Measures a sound of the engine's own format, a second at a time. */
export async function measureWav(path: string): Promise<Loudness> {
  const meter = createLoudnessMeter();
  const wav = await openWav(path);
  try {
    const memory = new Int16Array(SAMPLE_RATE * CHANNELS);
    const block = new Float32Array(memory.length);
    for (let at = 0; at < wav.length; at += SAMPLE_RATE) {
      const samples = await wav.read(at, memory);
      // A loop, because a function for each sample takes ten times as long.
      for (let index = 0; index < samples.length; index++) block[index] = (samples[index] ?? 0) / 32768;
      meter.add(block.subarray(0, samples.length));
    }
    return meter.loudness();
  } finally {
    await wav.close();
  }
}
