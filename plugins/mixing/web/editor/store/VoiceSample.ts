import { HttpFailure, type Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { speakDubbing } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { levelsOfWav } from './sound-levels.ts';

type Dubbing = NonNullable<MixProject['dubbing']>;

/** Milliseconds after the last change at which it is spoken for the preview. */
const SPEAK_AFTER = 1200;

/** What was spoken. */
export interface Spoken {
  url: string;
  seconds: number;
  /** Loudness over its length, 0 to 255. */
  levels: readonly number[];
}

/** The project's dubbing as it sounds. Observable. */
export class VoiceSample {
  /** Of the text as it is now; null while there is none or it has changed. */
  spoken: Spoken | null = null;
  isSpeaking = false;
  failure: unknown = null;

  private key: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private speaking: AbortController | null = null;

  constructor(private readonly http: Pick<Http, 'call'>) {
    observableStore(this);
  }

  /** Follows what is typed; it is spoken once nothing has changed for a while. */
  follow(dubbing: Dubbing | null): void {
    const key = dubbing === null || dubbing.text.trim() === '' ? null : keyOf(dubbing);
    if (key === this.key) return;
    this.key = key;
    this.spoken = null;
    this.failure = null;
    this.isSpeaking = false;
    this.speaking?.abort();
    clearTimeout(this.timer);
    if (dubbing !== null && key !== null) this.timer = setTimeout(() => void this.speak(dubbing), SPEAK_AFTER);
  }

  /** Speaks at once. */
  async speak(dubbing: Dubbing): Promise<void> {
    clearTimeout(this.timer);
    this.speaking?.abort();
    const speaking = new AbortController();
    this.speaking = speaking;
    this.key = keyOf(dubbing);
    this.begin();
    try {
      const options = { signal: speaking.signal, handlesErrors: true };
      // How loud it is mixed later is no matter of speaking.
      const { url, seconds } = await this.http.call(speakDubbing, { body: { ...dubbing, volume: 1 } }, options);
      const levels = await levelsOfWav(url, speaking.signal);
      if (!speaking.signal.aborted) this.take({ url, seconds, levels });
    } catch (error) {
      if (!(error instanceof HttpFailure && error.kind === 'cancelled') && !speaking.signal.aborted) this.fail(error);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.speaking?.abort();
  }

  private begin(): void {
    this.isSpeaking = true;
    this.failure = null;
  }

  private take(spoken: Spoken): void {
    this.spoken = spoken;
    this.isSpeaking = false;
  }

  private fail(error: unknown): void {
    this.failure = error;
    this.isSpeaking = false;
  }
}

function keyOf({ text, language, speed, tone }: Dubbing): string {
  return JSON.stringify([text.trim(), language, speed, tone]);
}
