import { runInAction } from 'mobx';

import { failureText } from '#core/web/http/failure-text.ts';
import type { Http } from '#core/web/http/http.ts';
import type { Events } from '#core/web/events/events.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { UploadItem, Uploads } from '#core/web/uploads/uploads.ts';

import { readRecording, recordingSchema, removeRecording, type Recording } from '#plugins/voices/calls.ts';
import { recordingChanged } from '#plugins/voices/events.ts';

const ADDRESS = '/api/uploads/voices/recording';

interface Parts {
  http: Http;
  events: Events;
  uploads: Uploads;
  i18n: I18n;
  context: PluginContext;
}

/** A recording on its way: sent, and then listened to by the server. Observable. */
export class SentRecording {
  item: UploadItem | null = null;
  id: string | null = null;
  /** Why it was not taken. */
  refusal: string | null = null;
  readonly live: LiveValue<Recording>;

  constructor(
    private readonly parts: Parts,
    private readonly kind: Recording['kind'],
  ) {
    const { http, events, i18n, context } = parts;
    this.live = new LiveValue(
      context.scope,
      (signal) => http.call(readRecording, { params: { id: this.id ?? '' } }, { signal, handlesErrors: true }),
      {
        ...{ events, of: () => this.id, watch: () => i18n.language },
        follows: [eventTrigger(recordingChanged, ({ id }) => id === this.id)],
      },
    );
    observableStore(this);
  }

  /** What is known of it; null until it has arrived. */
  get recording(): Recording | null {
    const { value } = this.live;
    return value !== null && value.id === this.id ? value : null;
  }

  get isFit(): boolean {
    return this.recording?.state === 'fit';
  }

  async send(file: File, origin: 'recorded' | 'uploaded'): Promise<void> {
    this.drop();
    const { uploads, context } = this.parts;
    const fields = { kind: this.kind, origin };
    const [item] = uploads.add([file], { url: ADDRESS, resumable: true, fields });
    if (item === undefined) return;
    this.item = item;
    try {
      const { id } = recordingSchema.parse(await uploads.finished(item));
      runInAction(() => {
        if (this.item !== item) return;
        this.item = null;
        this.id = id;
      });
    } catch (error) {
      runInAction(() => {
        if (this.item !== item) return;
        this.item = null;
        this.refusal = item.error ?? failureText(error, context.t);
      });
      item.cancel();
    }
  }

  /** Forgets it, also on the server. */
  drop(): void {
    const { id, item } = this;
    const { http, context } = this.parts;
    this.forget();
    item?.cancel();
    if (id === null) return;
    void http.call(removeRecording, { params: { id } }, { handlesErrors: true }).catch((error: unknown) => {
      // It goes by itself within a day.
      context.log.info('a recording was not removed', error);
    });
  }

  /** Forgets it here: it has become part of a voice. */
  forget(): void {
    this.id = null;
    this.item = null;
    this.refusal = null;
  }
}
