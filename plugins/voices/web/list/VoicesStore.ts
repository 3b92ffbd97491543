import { runInAction } from 'mobx';

import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  auditionVoice,
  listVoices,
  removeVoice,
  renameVoice,
  retryVoice,
  VOICE_STATES,
  type Voice,
} from '#plugins/voices/calls.ts';
import { voicesChanged } from '#plugins/voices/events.ts';

/** The voices of the account. Observable. */
export class VoicesStore {
  readonly words = wordsFilter();
  readonly state = choiceFilter('state', VOICE_STATES);
  readonly filters = new ListFilters([this.words, this.state]);
  readonly voices: LiveList<Voice>;
  /** The voice that is asked to say something. */
  speaking: string | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(I18N) i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.voices = new LiveList(context.scope, ({ signal }) => this.read(signal), {
      ...{ events, follows: [eventTrigger(voicesChanged)] },
      // Reasons are written by the server.
      query: () => ({ ...this.filters.texts, language: i18n.language }),
    });
    observableStore(this);
  }

  async rename({ id }: Voice, name: string): Promise<void> {
    const call = this.http.call(renameVoice, { params: { id }, body: { name } }, { handlesErrors: true });
    this.voices.put([await call]);
    this.say('voices:renamed');
  }

  async retry({ id }: Voice): Promise<void> {
    this.voices.put([await this.http.call(retryVoice, { params: { id } })]);
    this.say('voices:retried');
  }

  /** Has a voice say something. @returns a WAV in base64; null while another one speaks */
  async audition({ id }: Voice, body: { language: string; text: string }): Promise<string | null> {
    if (this.speaking !== null) return null;
    this.speaking = id;
    try {
      return (await this.http.call(auditionVoice, { params: { id }, body }, { handlesErrors: true })).base64;
    } finally {
      runInAction(() => (this.speaking = null));
    }
  }

  /** Deletes voices after a question. */
  async remove(voices: readonly Voice[]): Promise<void> {
    const [only] = voices;
    const isAgreed = await this.dialogs.confirm({
      title: voices.length === 1 ? 'voices:remove-title' : 'voices:remove-some',
      text: 'voices:remove-text',
      params: { name: only?.name ?? '', count: voices.length },
      confirm: 'voices:remove-confirm',
      destructive: true,
    });
    if (!isAgreed) return;
    for (const { id } of voices) await this.http.call(removeVoice, { params: { id } });
    this.voices.refresh();
    this.say('voices:removed');
  }

  private say(key: 'voices:renamed' | 'voices:retried' | 'voices:removed'): void {
    this.toasts.show({ kind: 'success', text: () => this.context.t(key) });
  }

  private async read(signal: AbortSignal) {
    const { voices } = await this.http.call(listVoices, {}, { signal, handlesErrors: true });
    const words = this.words.value.toLowerCase();
    const items = voices.filter(
      ({ name, consent, state }) =>
        [name, consent.name].some((text) => text.toLowerCase().includes(words)) &&
        (this.state.value === null || this.state.value === state),
    );
    return { items, nextCursor: null, total: items.length };
  }
}
