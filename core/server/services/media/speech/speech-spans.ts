import type { SpeechSpan } from '#core/contract/speech.ts';

import { HEARD_RATE } from './hear-sound.ts';

/** Samples of a step. */
export const STEP_SAMPLES = 512;
/** Seconds of a step. */
const STEP = STEP_SAMPLES / HEARD_RATE;

/** How sure the model is where somebody begins to speak, and where nobody does any more. */
export const BEGINS = 0.55;
const ENDS = 0.5;
/** Seconds of a pause and of speech at the least: shorter ones are breath and clicks. */
const [SHORTEST_PAUSE, SHORTEST_SPEECH] = [0.3, 0.2];
/** Seconds that the model hears the first sound late in the mean, and goes on hearing behind the last one, with music more than without. */
const [LATE, LINGERS] = [0.025, 0.06];

/** Finds out where somebody speaks, while the steps come in. */
export class SpeechSpans {
  readonly #spans: { from: number; to: number; begins: number }[] = [];
  #step = 0;
  /** The first step of what is being said; −1 in a pause. */
  #from = -1;
  #last = -1;
  /** The second of that, which need not lie between steps. */
  #begins = 0;

  /**
   * @param likely how likely somebody speaks in the next step, 0 to 1
   * @returns whether somebody begins to speak there
   */
  add(likely: number): boolean {
    const step = this.#step++;
    if (likely >= BEGINS) {
      const isNew = this.#from < 0;
      if (isNew) [this.#from, this.#begins] = [step, step * STEP];
      this.#last = step;
      return isNew;
    } else if (this.#from >= 0) {
      if (likely >= ENDS) this.#last = step;
      else if ((step - this.#last) * STEP > SHORTEST_PAUSE) this.#close();
    }
    return false;
  }

  /** Says more exactly where somebody has begun to speak: so many seconds beside the step that was added last. */
  correct(seconds: number): void {
    this.#begins += seconds;
  }

  /** In order, without those that are too short. */
  finish(): SpeechSpan[] {
    this.#close();
    return this.#spans
      .filter(({ from, to }) => (to - from) * STEP >= SHORTEST_SPEECH)
      .map(({ begins, to }) => ({
        start: rounded(Math.max(0, begins - LATE)),
        end: rounded(to * STEP - LINGERS),
      }));
  }

  #close(): void {
    if (this.#from >= 0) this.#spans.push({ from: this.#from, to: this.#last + 1, begins: this.#begins });
    this.#from = -1;
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
