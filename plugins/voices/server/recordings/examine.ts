import type { SpeechSpan } from '#core/contract/speech.ts';
import { medianOf, pitchAt } from '#core/server/services/media/sound/pitch.ts';

/** Seconds of a frame whose loudness is measured. */
const FRAME = 0.02;
/** From where on a sample counts as cut off, of full scale. */
const CUT_OFF = 0.985 * 32_768;
/** Seconds beside speech that still belong to it. */
const MARGIN = 0.15;
/** Seconds of what is said in one go by which a voice is judged, and between two looks at its pitch. */
const [SHORTEST, PITCH_STEP] = [0.6, 0.05];

/** How a recording of a voice sounds. */
export interface VoiceSound {
  seconds: number;
  /** Seconds in which somebody speaks. */
  speech: number;
  /** How loud that is, and what is heard besides, in decibels below full scale; null where there is nothing. */
  level: number | null;
  noise: number | null;
  /** The share of what is said that is cut off because it was recorded too loud. */
  clipped: number;
  /** What is said in one go, with its pitch in hertz. */
  phrases: { seconds: number; pitch: number }[];
}

/** Measures a recording. @param samples of one channel, −32768 to 32767 */
export function examine(samples: Int16Array, rate: number, spans: readonly SpeechSpan[]): VoiceSound {
  const size = Math.round(FRAME * rate);
  let [spokenPower, spokenFrames, cut] = [0, 0, 0];
  const besides: number[] = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    const [from, to] = [at / rate, (at + size) / rate];
    const isSpoken = spans.some(({ start, end }) => from < end && to > start);
    if (!isSpoken && spans.some(({ start, end }) => from < end + MARGIN && to > start - MARGIN)) continue;
    let power = 0;
    for (let index = at; index < at + size; index += 1) {
      const sample = samples[index] ?? 0;
      power += sample * sample;
      if (isSpoken && Math.abs(sample) >= CUT_OFF) cut += 1;
    }
    power /= size * 32_768 ** 2;
    if (isSpoken) {
      spokenPower += power;
      spokenFrames += 1;
    } else besides.push(power);
  }
  return {
    seconds: samples.length / rate,
    speech: spans.reduce((sum, { start, end }) => sum + end - start, 0),
    level: spokenFrames === 0 ? null : decibels(spokenPower / spokenFrames),
    noise: besides.length * FRAME < SHORTEST / 2 ? null : decibels(medianOf(besides) ?? 0),
    clipped: cut / Math.max(1, spokenFrames * size),
    phrases: spans.flatMap(({ start, end }) => {
      const pitch = end - start < SHORTEST ? null : pitchOf(samples, rate, { start, end });
      return pitch === null ? [] : [{ seconds: end - start, pitch }];
    }),
  };
}

function pitchOf(samples: Int16Array, rate: number, { start, end }: SpeechSpan): number | null {
  const heard: number[] = [];
  for (let at = start; at < end; at += PITCH_STEP) {
    const pitch = pitchAt(samples, Math.round(at * rate), rate);
    if (pitch !== null) heard.push(pitch);
  }
  return heard.length < 4 ? null : medianOf(heard);
}

const decibels = (power: number): number => 10 * Math.log10(Math.max(1e-10, power));
