import type { SpeechSpan } from '#core/contract/speech.ts';

import { HEARD_RATE } from './hear-sound.ts';

/** Samples of a step. */
export const STEP_SAMPLES = 512;
/** Seconds of a step. */
const STEP = STEP_SAMPLES / HEARD_RATE;

/** How sure the model is where somebody begins to speak, and where nobody does any more. */
const [BEGINS, ENDS] = [0.55, 0.5];
/** Seconds of a pause and of speech at the least: shorter ones are breath and clicks. */
const [SHORTEST_PAUSE, SHORTEST_SPEECH] = [0.3, 0.2];
/** Seconds that the model hears the first sound late, and goes on hearing behind the last one, with music more than without. */
const [LATE, LINGERS] = [0.03, 0.06];

/** Finds out where somebody speaks, while the steps come in. */
export class SpeechSpans {
  readonly #spans: { from: number; to: number }[] = [];
  #step = 0;
  /** The first step of what is being said; −1 in a pause. */
  #from = -1;
  #last = -1;

  /** @param likely how likely somebody speaks in the next step, 0 to 1 */
  add(likely: number): void {
    const step = this.#step++;
    if (likely >= BEGINS) {
      if (this.#from < 0) this.#from = step;
      this.#last = step;
    } else if (this.#from >= 0) {
      if (likely >= ENDS) this.#last = step;
      else if ((step - this.#last) * STEP > SHORTEST_PAUSE) this.#close();
    }
  }

  /** In order, without those that are too short. */
  finish(): SpeechSpan[] {
    this.#close();
    return this.#spans
      .filter(({ from, to }) => (to - from) * STEP >= SHORTEST_SPEECH)
      .map(({ from, to }) => ({
        start: rounded(Math.max(0, from * STEP - LATE)),
        end: rounded(to * STEP - LINGERS),
      }));
  }

  #close(): void {
    if (this.#from >= 0) this.#spans.push({ from: this.#from, to: this.#last + 1 });
    this.#from = -1;
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1000) / 1000;
