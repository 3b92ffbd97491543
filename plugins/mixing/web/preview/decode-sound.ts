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
    const [left, right] = stereoOf(buffer);
    const at = (timestamp - begin) * SAMPLE_RATE;
    resample(left, buffer.sampleRate, sound[0], at);
    resample(right, buffer.sampleRate, sound[1], at);
  }
  return sound;
}

/**
 * Both sides of a sound. Surround sound has its centre and rear 3 dB lower in both, without the bass channel, as on the
 * server.
 */
function stereoOf(buffer: AudioBuffer): [Float32Array, Float32Array] {
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, index) => buffer.getChannelData(index));
  const [left = new Float32Array(buffer.length), right = left] = channels;
  // Left, right, centre, bass, then pairs of the sides and the rear.
  if (channels.length < 6) return [left, right];
  const sum = (front: Float32Array, side: number) =>
    front.map((sample, at) => {
      const around = channels
        .slice(4)
        .reduce((all, channel, index) => all + (index % 2 === side ? (channel[at] ?? 0) : 0), 0);
      return sample + Math.SQRT1_2 * ((channels[2]?.[at] ?? 0) + around);
    });
  return [sum(left, 0), sum(right, 1)];
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
