import { HEARD_RATE } from '#core/server/services/media/speech/hear-sound.ts';

import { transform } from '../fourier.ts';

/** Samples a second of what is compared, and frames a second that are made of them. */
export const [RATE, FRAMES] = [HEARD_RATE, 100];
const HOP = RATE / FRAMES;
/** Samples that a frame looks at, of which the transform takes the next power of two. */
const [WINDOW, POINTS] = [400, 512];
/** Bands of hertz as ears part them, and between which. */
const [BANDS, LOWEST, HIGHEST] = [26, 80, 7600];
/** What is kept of the spectrum of a frame: its shape, and the first of these is how loud it is. */
const SHAPE = 13;
/** Numbers of a frame: its shape, and how that changes. */
export const SIZE = SHAPE * 2;
/** Frames before and behind by which the change of one is measured, and how much that counts. */
const [AROUND, CHANGE] = [2, 0.8];

/** Frames of a sound, {@link SIZE} numbers each, one after the other. */
export interface Features {
  count: number;
  values: Float32Array;
  /** How loud each frame is, in decibels. */
  levels: Float32Array;
}

const WEIGHTS = Float64Array.from(
  { length: WINDOW },
  (_, at) => 0.54 - 0.46 * Math.cos((2 * Math.PI * at) / (WINDOW - 1)),
);
const COSINES = Array.from({ length: SHAPE }, (_, kept) =>
  Float64Array.from({ length: BANDS }, (_, band) => Math.cos((Math.PI * kept * (band + 0.5)) / BANDS)),
);
const FILTERS = filters();

/** Makes frames of a sound as it comes in: cepstra, as recognisers of speech compare them. */
export class FeatureMaker {
  #values = new Float32Array(SHAPE * 1024);
  #levels = new Float32Array(1024);
  #count = 0;
  /** Samples that frames to come look at, too. */
  readonly #kept = new Float64Array(WINDOW);
  #filled = 0;
  #before = 0;

  /** @param samples from −1 to 1 */
  add(samples: Float32Array): void {
    for (const sample of samples) {
      // Speech is weaker the higher it is.
      this.#kept[this.#filled++] = sample - 0.97 * this.#before;
      this.#before = sample;
      if (this.#filled < WINDOW) continue;
      this.#frame();
      this.#kept.copyWithin(0, HOP);
      this.#filled -= HOP;
    }
  }

  finish(): Features {
    const [count, shape] = [this.#count, this.#values];
    const values = new Float32Array(count * SIZE);
    for (let frame = 0; frame < count; frame += 1) {
      const [before, behind] = [Math.max(0, frame - AROUND) * SHAPE, Math.min(count - 1, frame + AROUND) * SHAPE];
      for (let at = 0; at < SHAPE; at += 1) {
        values[frame * SIZE + at] = shape[frame * SHAPE + at] ?? 0;
        values[frame * SIZE + SHAPE + at] = (shape[behind + at] ?? 0) - (shape[before + at] ?? 0);
      }
    }
    return { count, values, levels: this.#levels.slice(0, count) };
  }

  #frame(): void {
    const real = new Float64Array(POINTS);
    const imaginary = new Float64Array(POINTS);
    let power = 1e-9;
    for (let at = 0; at < WINDOW; at += 1) {
      const value = (this.#kept[at] ?? 0) * (WEIGHTS[at] ?? 0);
      real[at] = value;
      power += value * value;
    }
    transform(real, imaginary);
    const bands = FILTERS.map((filter) => {
      let sum = 1e-9;
      for (const [point, weight] of filter) sum += weight * ((real[point] ?? 0) ** 2 + (imaginary[point] ?? 0) ** 2);
      return Math.log(sum);
    });
    if (this.#count >= this.#levels.length) this.#grow();
    for (const [kept, cosines] of COSINES.entries()) {
      let sum = 0;
      for (let band = 0; band < BANDS; band += 1) sum += (bands[band] ?? 0) * (cosines[band] ?? 0);
      this.#values[this.#count * SHAPE + kept] = sum;
    }
    this.#levels[this.#count] = 10 * Math.log10(power / WINDOW);
    this.#count += 1;
  }

  #grow(): void {
    const [values, levels] = [this.#values, this.#levels];
    this.#values = new Float32Array(values.length * 2);
    this.#values.set(values);
    this.#levels = new Float32Array(levels.length * 2);
    this.#levels.set(levels);
  }
}

/**
 * Brings what two sounds have in common to light: each number has the mean 0 and spreads by 1 over the frames in which
 * somebody speaks, whatever voice, microphone or room it was. Changes the frames.
 */
export function evenOut({ count, values }: Features, isSpoken: (frame: number) => boolean): void {
  for (let at = 0; at < SIZE; at += 1) {
    let [sum, squares, spoken] = [0, 0, 0];
    for (let frame = 0; frame < count; frame += 1) {
      if (!isSpoken(frame)) continue;
      const value = values[frame * SIZE + at] ?? 0;
      sum += value;
      squares += value * value;
      spoken += 1;
    }
    const mean = sum / Math.max(1, spoken);
    const spread = Math.sqrt(Math.max(1e-9, squares / Math.max(1, spoken) - mean * mean));
    const counts = at < SHAPE ? 1 : CHANGE;
    for (let frame = 0; frame < count; frame += 1) {
      values[frame * SIZE + at] = (((values[frame * SIZE + at] ?? 0) - mean) / spread) * counts;
    }
  }
}

/** Every so many frames as one, their mean: for a first, rough comparison. */
export function thinned({ count, values, levels }: Features, by: number): Features {
  const fewer = Math.ceil(count / by);
  const thin: Features = { count: fewer, values: new Float32Array(fewer * SIZE), levels: new Float32Array(fewer) };
  for (let to = 0; to < fewer; to += 1) {
    const [from, end] = [to * by, Math.min(count, to * by + by)];
    for (let frame = from; frame < end; frame += 1) {
      for (let at = 0; at < SIZE; at += 1) {
        thin.values[to * SIZE + at] =
          (thin.values[to * SIZE + at] ?? 0) + (values[frame * SIZE + at] ?? 0) / (end - from);
      }
      thin.levels[to] = (thin.levels[to] ?? 0) + (levels[frame] ?? 0) / (end - from);
    }
  }
  return thin;
}

/** Which points of a spectrum each band hears, and how well: triangles that overlap by half. */
function filters(): (readonly [point: number, weight: number])[][] {
  const mel = (hertz: number): number => 1127 * Math.log(1 + hertz / 700);
  const hertz = (pitch: number): number => 700 * (Math.exp(pitch / 1127) - 1);
  const [low, high] = [mel(LOWEST), mel(HIGHEST)];
  const edge = (at: number): number => (hertz(low + ((high - low) * at) / (BANDS + 1)) / RATE) * POINTS;
  return Array.from({ length: BANDS }, (_, band) => {
    const [from, middle, to] = [edge(band), edge(band + 1), edge(band + 2)];
    const heard: [number, number][] = [];
    for (let point = Math.ceil(from); point <= to; point += 1) {
      heard.push([point, point < middle ? (point - from) / (middle - from) : (to - point) / (to - middle)]);
    }
    return heard;
  });
}
