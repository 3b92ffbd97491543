import { AudioBufferSink } from 'mediabunny';

import { SAMPLE_RATE, type Stereo } from './mix-sound.ts';
import type { OpenMaterial } from './open-material.ts';

/**
 * Decodes a stretch of a material's sound to 48 kHz stereo; silence where it has none there.
 * @param from seconds of the material
 */
export async function decodeSound(
  { audio, start }: OpenMaterial,
  from: number,
  seconds: number,
  signal: AbortSignal,
): Promise<Stereo> {
  const length = Math.max(0, Math.round(seconds * SAMPLE_RATE));
  const sound: Stereo = [new Float32Array(length), new Float32Array(length)];
  if (audio === null || length === 0) return sound;
  const begin = start + from;
  for await (const { buffer, timestamp } of new AudioBufferSink(audio).buffers(begin, begin + seconds)) {
    signal.throwIfAborted();
    const left = buffer.getChannelData(0);
    const right = buffer.numberOfChannels > 1 ? buffer.getChannelData(1) : left;
    const at = (timestamp - begin) * SAMPLE_RATE;
    resample(left, buffer.sampleRate, sound[0], at);
    resample(right, buffer.sampleRate, sound[1], at);
  }
  return sound;
}

/** Writes samples of another rate to a place in 48 kHz; a straight line between two is enough to listen to. */
function resample(samples: Float32Array, rate: number, into: Float32Array, at: number): void {
  const step = rate / SAMPLE_RATE;
  const first = Math.max(0, Math.ceil(at));
  const last = Math.min(into.length, Math.ceil(at + samples.length / step));
  for (let index = first; index < last; index++) {
    const place = (index - at) * step;
    const before = Math.floor(place);
    const one = samples[before] ?? 0;
    into[index] = one + ((samples[before + 1] ?? one) - one) * (place - before);
  }
}
