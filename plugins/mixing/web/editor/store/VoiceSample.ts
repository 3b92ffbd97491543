import type { CallData } from '#core/contract/call.ts';
import type { Http } from '#core/web/http/http.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { listVoices, speakDubbing } from '#plugins/mixing/calls.ts';
import type { partAt } from '#plugins/mixing/dubbing.ts';
import { levelsOfWav } from './sound-levels.ts';

/** What a video says: which part of the dubbing, and how. */
type Said = NonNullable<ReturnType<typeof partAt>>;

/** Milliseconds without a change after which it is spoken for the preview. */
const DEBOUNCE = 1200;

/** What was spoken. */
export interface Spoken {
  /** The text, and which part of the dubbing it is. */
  text: string;
  part: number;
  url: string;
  seconds: number;
  /** Loudness over its length, 0 to 255. */
  levels: readonly number[];
}

/** The project's dubbing as it sounds. Observable. */
export class VoiceSample {
  private key: string | null = null;
  private readonly sample: LiveAnswer<Said, Spoken>;
  private readonly languages: LiveValue<readonly string[]>;
  private readonly choice: LiveAnswer<{ language: string }, CallData<typeof listVoices>>;

  constructor(scope: Scope, http: Pick<Http, 'call'>) {
    this.sample = new LiveAnswer(scope, async ({ part, dubbing }, signal) => {
      // The volume is applied when it is mixed.
      const body = { ...dubbing, volume: 1 };
      const { url, seconds } = await http.call(speakDubbing, { body }, { signal, handlesErrors: true });
      return { text: dubbing.text, part, url, seconds, levels: await levelsOfWav(url, signal) };
    });
    this.choice = new LiveAnswer(scope, async ({ language }, signal) => {
      return await http.call(listVoices, { query: { language } }, { signal, handlesErrors: true });
    });
    this.languages = new LiveValue<readonly string[]>(scope, async (signal) => {
      const { languages } = await http.call(listVoices, {}, { signal, handlesErrors: true });
      return languages;
    });
    observableStore(this);
  }

  /** Learns which languages have a voice. @returns stops */
  followVoices(): () => void {
    return this.languages.follow();
  }

  /** Asks which voices a language has. */
  wantVoices(language: string): void {
    if (this.choice.question?.language !== language || this.choice.failure !== null) this.choice.ask({ language });
  }

  /** The voices of a language that was asked for; null while they are not known. */
  voicesOf(language: string): CallData<typeof listVoices> | null {
    return this.choice.isCurrent && this.choice.question?.language === language ? this.choice.answer : null;
  }

  /** Whether a language has a voice; true until that is known. */
  hasVoice(language: string): boolean {
    return this.languages.value?.includes(language) ?? true;
  }

  /** The languages to choose from: those of the voice, and one that a project has although no voice speaks it. */
  languagesWith(language: string): readonly string[] {
    const spoken = this.languages.value ?? [];
    return spoken.includes(language) ? spoken : [...spoken, language];
  }

  /** Why there is no voice at all; null while there is one. */
  get voicesFailure(): unknown {
    return this.languages.value === null ? (this.languages.failure?.error ?? null) : null;
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
  follow(said: Said | null): void {
    const key = said === null || said.dubbing.text.trim() === '' ? null : keyOf(said);
    if (key === this.key) return;
    this.key = key;
    this.sample.clear();
    if (said !== null && key !== null) this.sample.ask(said, DEBOUNCE);
  }

  /** Speaks at once. */
  async speak(said: Said): Promise<void> {
    this.key = keyOf(said);
    this.sample.ask(said);
    await this.sample.again();
  }
}

function keyOf({ part, dubbing: { text, language, speed, tone, voice } }: Said): string {
  return JSON.stringify([part, text.trim(), language, speed, tone, voice]);
}
