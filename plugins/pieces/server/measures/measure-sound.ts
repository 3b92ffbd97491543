import { STEPS, type Span } from '#plugins/pieces/footage.ts';

/** Samples a second, and of one level: 20 ms. */
export const SOUND_RATE = 8000;
const LEVEL_SAMPLES = 160;
export const LEVELS_A_SECOND = SOUND_RATE / LEVEL_SAMPLES;

/** Sound as {@link VoiceLevels} takes it: one channel of what voices are heard by, in step with the picture. */
export const VOICE_FILTER = `aresample=${SOUND_RATE}:async=1:first_pts=0,highpass=f=200,lowpass=f=3400`;

/** Decibels below which nothing is heard. */
const SILENCE = -60;

/** Collects the level of a sound, 50 times a second, in decibels of full scale. */
export class VoiceLevels {
  readonly #levels: number[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #sum = 0;
  #count = 0;

  /** Takes 16-bit samples, in chunks of any length. */
  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) {
      const sample = bytes.readInt16LE(at) / 32768;
      this.#sum += sample * sample;
      if (++this.#count === LEVEL_SAMPLES) this.#close();
    }
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  finish(): Float32Array {
    if (this.#count > 0) this.#close();
    return Float32Array.from(this.#levels);
  }

  #close(): void {
    const power = this.#sum / this.#count;
    this.#levels.push(Math.max(SILENCE, 10 * Math.log10(power + 1e-12)));
    this.#sum = 0;
    this.#count = 0;
  }
}

/** Seconds whose loudness is looked at as one, with as much before and behind. */
const BLOCK_SECONDS = 30;
/** A pause is that much quieter than what is loud around it, at the least; and of what lies between, in the lower part. */
const [PAUSE_DROP, PAUSE_SHARE] = [12, 0.4];
/** Seconds of a pause, at the least. */
const SHORTEST_PAUSE = 0.24;
/** Decibels that speech goes up and down by: music mostly stays below the first, speech above the second. */
const [STEADY, MOVED] = [3, 9];

/** What the levels of a sound tell. */
export interface MeasuredSound {
  pauses: Span[];
  /** {@link STEPS} bytes a second: 255 where it is as loud as a voice, and goes up and down as one. */
  voice: Uint8Array;
}

/**
 * Finds pauses, and how much each moment is like speech: loud beside the pauses around it, and going up and down as
 * syllables do. Music that does so, too, counts as speech; speech as quiet as its surroundings does not.
 */
export function measureSound(levels: Float32Array, seconds: number): MeasuredSound {
  const limits = limitsOf(levels);
  const isLoud = (at: number): boolean => (levels[at] ?? SILENCE) > (limits[at] ?? SILENCE);
  const pauses: Span[] = [];
  // Behind the end of the sound there is silence.
  const count = Math.ceil(seconds * LEVELS_A_SECOND);
  for (let from = 0; from < count;) {
    if (isLoud(from)) {
      from++;
      continue;
    }
    let to = from;
    while (to < count && !isLoud(to)) to++;
    if ((to - from) / LEVELS_A_SECOND >= SHORTEST_PAUSE) {
      pauses.push({ from: from / LEVELS_A_SECOND, to: Math.min(seconds, to / LEVELS_A_SECOND) });
    }
    from = to;
  }
  const voice = Uint8Array.from({ length: Math.ceil(seconds * STEPS) }, (_, step) => {
    const middle = Math.round(((step + 0.5) / STEPS) * LEVELS_A_SECOND);
    const [from, to] = [Math.max(0, middle - LEVELS_A_SECOND / 2), Math.min(count, middle + LEVELS_A_SECOND / 2)];
    let [loud, sum, squares] = [0, 0, 0];
    for (let at = from; at < to; at++) {
      const level = levels[at] ?? SILENCE;
      if (isLoud(at)) loud++;
      sum += level;
      squares += level * level;
    }
    const length = Math.max(1, to - from);
    const spread = Math.sqrt(Math.max(0, squares / length - (sum / length) ** 2));
    const moves = Math.min(1, Math.max(0, (spread - STEADY) / (MOVED - STEADY)));
    return Math.round(255 * Math.min(1, (2 * loud) / length) * moves);
  });
  return { pauses, voice };
}

/** The level below which each moment belongs to a pause, by what is quiet and what is loud around it. */
function limitsOf(levels: Float32Array): Float32Array {
  const limits = new Float32Array(levels.length);
  const size = BLOCK_SECONDS * LEVELS_A_SECOND;
  for (let from = 0; from < levels.length; from += size) {
    const around = levels.slice(Math.max(0, from - size), from + 2 * size).sort();
    const [quiet, loud] = [around[Math.floor(around.length * 0.1)], around[Math.floor(around.length * 0.95)]];
    const limit = Math.min(
      (loud ?? SILENCE) - PAUSE_DROP,
      (quiet ?? SILENCE) + PAUSE_SHARE * ((loud ?? SILENCE) - (quiet ?? SILENCE)),
    );
    limits.fill(Math.max(SILENCE + 1, limit), from, from + size);
  }
  return limits;
}

/** Seconds that a cut keeps from the word before and behind, and between cuts in a long pause. */
const [MARGIN, APART] = [0.08, 1];

/** Where a cut falls into pauses, in ascending order: soon after a word, shortly before one, and between where it is long. */
export function quietMoments(pauses: readonly Span[]): number[] {
  return pauses.flatMap(({ from, to }) => {
    const [first, last] = [from + MARGIN, to - MARGIN];
    if (last - first < MARGIN) return [(from + to) / 2];
    const between = Math.floor((last - first) / APART);
    return [...Array.from({ length: between + 1 }, (_, at) => first + at * APART), last];
  });
}
