import { SAMPLE_RATE } from './common-sound.ts';
import { createLoudnessMeter, type Loudness } from './loudness-meter.ts';
import { CHANNELS, openWav } from './wav-file.ts';

/** Measures a sound of the engine's own format, a second at a time. */
export async function measureWav(path: string): Promise<Loudness> {
  const meter = createLoudnessMeter();
  const wav = await openWav(path);
  try {
    const memory = new Int16Array(SAMPLE_RATE * CHANNELS);
    for (let at = 0; at < wav.length; at += SAMPLE_RATE) {
      const samples = await wav.read(at, memory);
      meter.add(Float32Array.from(samples, (sample) => sample / 32768));
    }
    return meter.loudness();
  } finally {
    await wav.close();
  }
}
