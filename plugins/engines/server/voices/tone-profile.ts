import { medianOf, pitchAt } from '#core/server/services/media/sound/pitch.ts';

import { transform } from '../fourier.ts';

/** Edges of the bands in hertz whose loudness makes the tone of a voice. */
const EDGES = [100, 200, 300, 450, 650, 900, 1250, 1750, 2400, 3300, 4600, 6400, 7800] as const;
/** The middle of each band. */
export const BANDS: readonly number[] = EDGES.slice(1).map((edge, at) =>
  Math.round(Math.sqrt(edge * (EDGES[at] ?? 1))),
);

/** Points of a spectrum; frames that are looked at at most, spread over the sound; looks at the pitch at most. */
const [POINTS, MOST_FRAMES, MOST_LOOKS] = [1024, 400, 300];
/** The root of the mean square of a frame in which somebody speaks. */
const HEARD = 0.01;

/** The pitch and the tone of a voice. */
export interface ToneProfile {
  /** Hertz, the median. */
  pitch: number;
  /** Decibels of each band above their mean. */
  tone: readonly number[];
}

/**
 * Measures pitch and tone of a voice.
 * @param samples of one channel, −32768 to 32767
 * @returns null where no voice is heard
 */
export function toneProfile(samples: Int16Array, rate: number): ToneProfile | null {
  const looks = Math.min(MOST_LOOKS, Math.floor(samples.length / (rate / 50)));
  const heard: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const pitch = pitchAt(samples, Math.floor((look * samples.length) / looks), rate);
    if (pitch !== null) heard.push(pitch);
  }
  const pitch = medianOf(heard);
  const tone = toneOf(samples, rate);
  return pitch === null || heard.length < 5 || tone === null ? null : { pitch, tone };
}

function toneOf(samples: Int16Array, rate: number): number[] | null {
  const frames = Math.min(MOST_FRAMES, Math.floor(samples.length / POINTS));
  const powers = BANDS.map(() => 0);
  let spoken = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const at = Math.floor((frame * (samples.length - POINTS)) / Math.max(1, frames - 1));
    const [real, imaginary] = [new Float64Array(POINTS), new Float64Array(POINTS)];
    let sum = 0;
    for (let index = 0; index < POINTS; index += 1) {
      const sample = (samples[at + index] ?? 0) / 32_768;
      sum += sample * sample;
      real[index] = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (POINTS - 1)));
    }
    if (Math.sqrt(sum / POINTS) < HEARD) continue;
    spoken += 1;
    transform(real, imaginary);
    for (const band of BANDS.keys()) {
      const [from, to] = [EDGES[band] ?? 0, EDGES[band + 1] ?? 0].map((edge) => Math.round((edge * POINTS) / rate));
      for (let point = from ?? 0; point < (to ?? 0); point += 1) {
        powers[band] = (powers[band] ?? 0) + (real[point] ?? 0) ** 2 + (imaginary[point] ?? 0) ** 2;
      }
    }
  }
  if (spoken < 5) return null;
  const levels = powers.map((power) => 10 * Math.log10(power / spoken + 1e-12));
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return levels.map((level) => level - mean);
}
