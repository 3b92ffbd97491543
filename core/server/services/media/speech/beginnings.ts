import { HEARD_RATE } from './hear-sound.ts';
import type { Memory, SpeechModel } from './open-model.ts';
import { BEGINS, STEP_SAMPLES } from './speech-spans.ts';

/** Steps that are listened to again where somebody begins to speak, with the one in which that was heard. */
const AGAIN = 6;
/** How often, each time a part of a step later. */
const TIMES = 4;

/**
 * Finds where somebody begins to speak more exactly than by a step. The model hears steps of 32 ms: a sound that begins
 * late in one is heard in the next one, or already in this one, as it happens. So the last few are heard again in steps
 * that lie between them, and the mean of what is heard then counts.
 */
export class Beginnings {
  readonly #past: { samples: Float32Array; memory: Memory }[] = [];
  readonly #model: SpeechModel;

  constructor(model: SpeechModel) {
    this.#model = model;
  }

  /** Keeps a step that the model hears next. */
  remember(samples: Float32Array): void {
    this.#past.push({ samples: samples.slice(), memory: this.#model.memory() });
    if (this.#past.length > AGAIN) this.#past.shift();
  }

  /** @returns seconds from the last step to where somebody begins to speak; negative before it */
  async find(): Promise<number> {
    const [first] = this.#past;
    if (first === undefined) throw new TypeError('Beginnings: nothing was heard');
    const now = this.#model.memory();
    const sound = new Float32Array(this.#past.length * STEP_SAMPLES);
    for (const [step, { samples }] of this.#past.entries()) sound.set(samples, step * STEP_SAMPLES);
    const last = sound.length - STEP_SAMPLES;
    let sum = 0;
    for (let time = 1; time < TIMES; time += 1) {
      const shift = (time * STEP_SAMPLES) / TIMES;
      this.#model.resume(afterSamples(first.memory, sound.subarray(0, shift)));
      let at = shift;
      // One that begins behind the last step has all of what was heard in it.
      while (at < last && (await this.#model.hear(sound.subarray(at, at + STEP_SAMPLES))) < BEGINS) at += STEP_SAMPLES;
      sum += at - last;
    }
    this.#model.resume(now);
    return sum / TIMES / HEARD_RATE;
  }
}

/** What a model would remember that has heard a few more samples. */
function afterSamples({ samples, state }: Memory, more: Float32Array): Memory {
  const all = new Float32Array(samples.length + more.length);
  all.set(samples);
  all.set(more, samples.length);
  return { samples: all.slice(-samples.length), state };
}
