import { runInAction } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import type { SlowStretch } from '#core/contract/slow-stretches.ts';
import { cancelToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { sexMeant, voiceMeant } from '#core/contract/voice-choice.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { readDub, speakLine, startDub } from '#plugins/translation/calls.ts';
import type { DubChoice, DubLineReport } from '#plugins/translation/dub-calls.ts';
import { dubChanged } from '#plugins/translation/events.ts';

/** One that stays the same, so that nobody takes it for another. */
const NONE: readonly SlowStretch[] = [];

/** The language of a project that is dubbed. */
export interface DubbedLanguage {
  id: string;
  language: string;
}

/** What was said of a line, and of which words. */
export interface HeardLine extends Omit<CallData<typeof speakLine>, 'base64'> {
  text: string;
}

/** The dub of a language: its voices, how far it is, what came of each line, and how lines sound. Observable. */
export class DubStore {
  place: DubbedLanguage | null = null;
  readonly live: LiveValue<CallData<typeof readDub>>;
  /** Lines that were spoken to be heard, by their cues. */
  heard: Readonly<Record<string, HeardLine>> = {};
  /** The line whose sound is asked for, or heard now. */
  asking: string | null = null;
  playing: string | null = null;

  private audio: HTMLAudioElement | null = null;
  private address: string | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.live = new LiveValue(scope, (signal) => this.read(signal), {
      events,
      of: () => (this.place === null ? null : `${this.place.id} ${this.place.language}`),
      // Reasons are written by the server.
      watch: () => i18n.language,
      follows: [
        eventTrigger(toolRunChanged, ({ runId }) => runId === this.live.value?.dub?.run?.id),
        eventTrigger(dubChanged, ({ id, language }) => id === this.place?.id && language === this.place.language),
      ],
    });
    observableStore(this);
  }

  /** Shows a language. */
  show(place: DubbedLanguage): void {
    const { id, language } = this.place ?? {};
    if (id === place.id && language === place.language) return;
    this.stop();
    this.place = place;
    this.heard = {};
  }

  get isAtWork(): boolean {
    const run = this.live.value?.dub?.run ?? null;
    return run !== null && run.endedAt === null;
  }

  /** What the last dub says of a line, as long as it has these words. */
  reportOf(cue: string, text: string): DubLineReport | null {
    const report = this.live.value?.dub?.lines.find((line) => line.cue === cue);
    return report?.text === text ? report : null;
  }

  /** Whether the picture was allowed to be slower in the last dub. */
  get isSlow(): boolean {
    return this.live.value?.dub?.choice.slow ?? false;
  }

  /** Where the last dub is slower, in milliseconds of the video as it was. */
  get stretches(): readonly SlowStretch[] {
    return this.live.value?.dub?.stretches ?? NONE;
  }

  /** The letters that the voice says in a time at its own pace, by its rate in the last dub; null before the first. */
  lettersIn(milliseconds: number): number | null {
    const rate = this.live.value?.rate ?? null;
    return rate === null ? null : Math.floor((rate * milliseconds) / 1000);
  }

  /** The voice of a speaker in the last dub, or the one that the service thinks best. */
  voiceOf(speaker: string): string | null {
    return this.ownVoiceOf(speaker) ?? this.offered(this.live.value?.dub?.choice.voice);
  }

  /** The voice that a speaker alone had in the last dub; null for none that is there now. */
  ownVoiceOf(speaker: string): string | null {
    return this.offered(this.live.value?.dub?.choice.speakers[speaker]);
  }

  async start(choice: DubChoice): Promise<void> {
    if (this.place === null) return;
    const dub = await this.http.call(startDub, { params: this.place, body: choice });
    runInAction(() => this.live.update((value) => ({ ...value, dub })));
  }

  async cancel(): Promise<void> {
    const id = this.live.value?.dub?.run?.id;
    if (id === undefined) return;
    await this.http.call(cancelToolRun, { params: { id } });
    this.live.refresh();
  }

  /** Speaks a line as it is now, and plays it; once more to stop it. */
  async hear({ cue, text }: { cue: string; text: string }, spoken: Pick<DubChoice, 'voice' | 'slow'>): Promise<void> {
    const { place, playing } = this;
    this.stop();
    if (place === null || playing === cue || this.asking !== null) return;
    this.asking = cue;
    try {
      const params = { ...place, cue };
      const { base64, ...said } = await this.http.call(speakLine, { params, body: { text, ...spoken } });
      runInAction(() => {
        if (this.place !== place) return;
        this.heard = { ...this.heard, [cue]: { ...said, text } };
        if (base64 !== '')
          this.play(
            cue,
            Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0),
          );
      });
    } finally {
      runInAction(() => (this.asking = null));
    }
  }

  /** Stops what is heard. */
  stop(): void {
    this.audio?.pause();
    this.audio = null;
    this.playing = null;
    if (this.address !== null) URL.revokeObjectURL(this.address);
    this.address = null;
  }

  dispose(): void {
    this.stop();
  }

  /** Whether the next service may speak where the first cannot, unless a voice is chosen. */
  get isAnyOffered(): boolean {
    return (this.live.value?.services ?? 0) > 1;
  }

  private offered(voice: string | null | undefined): string | null {
    const meant = voiceMeant(this.live.value?.voices ?? [], voice ?? null)?.id ?? null;
    return meant !== null && this.isAnyOffered && sexMeant(voice ?? null) !== null ? (voice ?? null) : meant;
  }

  private async read(signal: AbortSignal): Promise<CallData<typeof readDub>> {
    const params = this.place ?? { id: '', language: '' };
    return await this.http.call(readDub, { params }, { signal, handlesErrors: true });
  }

  private play(cue: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.stop();
    this.address = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    const audio = new Audio(this.address);
    const over = (): void => runInAction(() => void (this.audio === audio && this.stop()));
    audio.addEventListener('ended', over);
    audio.addEventListener('error', over);
    this.audio = audio;
    this.playing = cue;
    // What keeps it from playing shows by an event of its own.
    void audio.play().catch(over);
  }
}
