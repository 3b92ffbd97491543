import type { Http } from '#core/web/http/http.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { listVoices, speakDubbing } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { levelsOfWav } from './sound-levels.ts';

type Dubbing = NonNullable<MixProject['dubbing']>;

/** Milliseconds without a change after which it is spoken for the preview. */
const DEBOUNCE = 1200;

/** What was spoken. */
export interface Spoken {
  url: string;
  seconds: number;
  /** Loudness over its length, 0 to 255. */
  levels: readonly number[];
}

/** The project's dubbing as it sounds. Observable. */
export class VoiceSample {
  private key: string | null = null;
  private readonly sample: LiveAnswer<Dubbing, Spoken>;
  private readonly voices: LiveValue<readonly string[]>;

  constructor(scope: Scope, http: Pick<Http, 'call'>) {
    this.sample = new LiveAnswer(scope, async (dubbing, signal) => {
      // The volume is applied when it is mixed.
      const body = { ...dubbing, volume: 1 };
      const { url, seconds } = await http.call(speakDubbing, { body }, { signal, handlesErrors: true });
      return { url, seconds, levels: await levelsOfWav(url, signal) };
    });
    this.voices = new LiveValue<readonly string[]>(scope, async (signal) => {
      const { languages } = await http.call(listVoices, {}, { signal, handlesErrors: true });
      return languages;
    });
    observableStore(this);
  }

  /** Learns which languages have a voice. @returns stops */
  followVoices(): () => void {
    return this.voices.follow();
  }

  /** Whether a language has a voice; true until that is known. */
  hasVoice(language: string): boolean {
    return this.voices.value?.includes(language) ?? true;
  }

  /** The languages to choose from: those of the voice, and one that a project has although no voice speaks it. */
  languagesWith(language: string): readonly string[] {
    const spoken = this.voices.value ?? [];
    return spoken.includes(language) ? spoken : [...spoken, language];
  }

  /** Why there is no voice at all; null while there is one. */
  get voicesFailure(): unknown {
    return this.voices.value === null ? (this.voices.failure?.error ?? null) : null;
  }

  /** Of the present text; null while there is none, and after it has changed. */
  get spoken(): Spoken | null {
    return this.sample.isCurrent ? this.sample.answer : null;
  }

  get isSpeaking(): boolean {
    return this.sample.isLoading;
  }

  get failure(): unknown {
    return this.sample.failure?.error ?? null;
  }

  /** Follows what is typed, and speaks it once nothing has changed for a while. */
  follow(dubbing: Dubbing | null): void {
    const key = dubbing === null || dubbing.text.trim() === '' ? null : keyOf(dubbing);
    if (key === this.key) return;
    this.key = key;
    this.sample.clear();
    if (dubbing !== null && key !== null) this.sample.ask(dubbing, DEBOUNCE);
  }

  /** Speaks at once. */
  async speak(dubbing: Dubbing): Promise<void> {
    this.key = keyOf(dubbing);
    this.sample.ask(dubbing);
    await this.sample.again();
  }
}

function keyOf({ text, language, speed, tone }: Dubbing): string {
  return JSON.stringify([text.trim(), language, speed, tone]);
}
