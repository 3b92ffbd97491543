import { reaction, runInAction } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { UPLOADS, type Uploads } from '#core/web/uploads/uploads.ts';
import type { CallData } from '#core/contract/call.ts';

import { createVoice, readService } from '#plugins/voices/calls.ts';
import { SentRecording } from './SentRecording.ts';

const LIST = '/cloneSound/list';

/** A voice that somebody is about to have made. Observable. */
export class AddDraft {
  readonly service: LiveValue<CallData<typeof readService>>;
  readonly sample: SentRecording;
  readonly consent: SentRecording;
  name = '';
  text = '';
  person = '';
  hasSigned = false;
  wasTried = false;
  refusal: string | null = null;

  private chosenLanguage: string | null = null;
  private chosenKind: 'spoken' | 'signed' | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(UPLOADS) uploads: Uploads,
    @inject(I18N) private readonly i18n: I18n,
    @inject(ROUTER) private readonly router: Router,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const read = (signal: AbortSignal) => http.call(readService, {}, { signal, handlesErrors: true });
    this.service = new LiveValue(context.scope, read, { events, watch: () => i18n.language });
    const parts = { http, events, uploads, i18n, context };
    this.sample = new SentRecording(parts, 'sample');
    this.consent = new SentRecording(parts, 'consent');
    observableStore(this);
    context.scope.own(
      reaction(
        () => this.sentence,
        (_now, before) => {
          if (before !== '') this.disagree();
        },
      ),
    );
  }

  get language(): string {
    const languages = this.service.value?.languages.map(({ tag }) => tag) ?? [];
    const usual = this.i18n.language === 'zh' ? 'zh-CN' : 'en-US';
    const wanted = this.chosenLanguage ?? usual;
    return languages.includes(wanted) ? wanted : (languages[0] ?? usual);
  }

  /** The sentence in which the person agrees. */
  get sentence(): string {
    return this.service.value?.languages.find(({ tag }) => tag === this.language)?.sentence ?? '';
  }

  get kind(): 'spoken' | 'signed' {
    return this.service.value?.isSpokenOnly === true ? 'spoken' : (this.chosenKind ?? 'spoken');
  }

  get hasConsent(): boolean {
    return this.person.trim() !== '' && (this.kind === 'signed' ? this.hasSigned : this.consent.isFit);
  }

  /** How many of the three steps are done. */
  get done(): number {
    return !this.sample.isFit ? 0 : !this.hasConsent ? 1 : this.name.trim() === '' ? 2 : 3;
  }

  chooseLanguage(tag: string): void {
    this.chosenLanguage = tag;
    this.disagree();
  }

  chooseKind(kind: 'spoken' | 'signed'): void {
    this.chosenKind = kind;
  }

  put(changes: Partial<Pick<AddDraft, 'name' | 'text' | 'person' | 'hasSigned'>>): void {
    Object.assign(this, changes);
  }

  async create(): Promise<void> {
    this.wasTried = true;
    this.refusal = null;
    const sample = this.sample.id;
    const recording = this.consent.id;
    if (this.done < 3 || sample === null) return;
    const name = this.name.trim();
    const person = this.person.trim();
    const { sentence } = this;
    if (this.kind === 'spoken' && recording === null) return;
    const consent =
      this.kind === 'spoken'
        ? { kind: 'spoken' as const, name: person, sentence, recording: recording ?? '' }
        : { kind: 'signed' as const, name: person, sentence, agreed: true as const };
    const text = this.text.trim() === '' ? null : this.text.trim();
    try {
      const body = { name, language: this.language, sample, text, consent };
      await this.http.call(createVoice, { body }, { handlesErrors: true });
    } catch (error) {
      runInAction(() => (this.refusal = failureText(error, this.context.t)));
      // The sentence may be another one by now.
      void this.service.load();
      return;
    }
    this.clear();
    this.toasts.show({ kind: 'success', text: () => this.context.t('voices:add.started', { name }) });
    await this.router.go(LIST);
  }

  /** What was agreed to was in other words. */
  private disagree(): void {
    this.consent.drop();
    this.hasSigned = false;
  }

  private clear(): void {
    this.sample.forget();
    // One that was recorded and then signed instead is nobody's.
    if (this.kind === 'spoken') this.consent.forget();
    else this.consent.drop();
    Object.assign(this, { name: '', text: '', person: '', hasSigned: false, wasTried: false, refusal: null });
    this.chosenKind = null;
  }
}
