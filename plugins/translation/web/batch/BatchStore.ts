import { runInAction } from 'mobx';

import { LANGUAGES } from '#core/contract/languages.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { BATCH_ITEM_STATES } from '#plugins/translation/batch-options.ts';
import {
  acceptBatch,
  changeBatch,
  listBatchItems,
  readBatch,
  removeBatch,
  retryBatch,
  type Batch,
  type BatchItem,
} from '#plugins/translation/calls.ts';
import { batchChanged } from '#plugins/translation/events.ts';
import { BATCH_LIMITS } from '#plugins/translation/limits.ts';
import { BATCHES } from './addresses.ts';

/** A batch that is followed: how far it is, each of its videos, and what its owner does with it. Observable. */
export class BatchStore {
  id: string | null = null;
  readonly live: LiveValue<Batch>;
  readonly state = choiceFilter('state', BATCH_ITEM_STATES);
  readonly language = choiceFilter(
    'language',
    LANGUAGES.map(({ tag }) => tag),
  );
  readonly filters = new ListFilters([this.state, this.language]);
  readonly items: LiveList<BatchItem>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) i18n: I18n,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const follows = [eventTrigger(batchChanged, ({ id }) => id === this.id)];
    const watch = () => i18n.language;
    this.live = new LiveValue(
      context.scope,
      (signal) => http.call(readBatch, { params: { id: this.id ?? '' } }, { signal, handlesErrors: true }),
      { events, follows, watch, of: () => this.id },
    );
    this.items = new LiveList(
      context.scope,
      ({ cursor, limit, signal }) => {
        const query = {
          cursor,
          limit,
          state: this.state.value ?? undefined,
          language: this.language.value ?? undefined,
        };
        return http.call(listBatchItems, { params: { id: this.id ?? '' }, query }, { signal, handlesErrors: true });
      },
      { events, follows, watch, of: () => this.id, query: () => this.filters.texts },
    );
    observableStore(this);
  }

  open(id: string): void {
    if (this.id === id) return;
    this.id = id;
    this.filters.clear();
  }

  async pause(): Promise<void> {
    await this.change((params) => this.http.call(changeBatch, { params, body: { state: 'paused' } }));
  }

  async resume(): Promise<void> {
    await this.change((params) => this.http.call(changeBatch, { params, body: { state: 'working' } }));
  }

  async cancel(): Promise<void> {
    const isSure = await this.dialogs.confirm({
      ...{ title: 'translation:batch.stop-ask', text: 'translation:batch.stop-text' },
      ...{ confirm: 'translation:batch.stop', destructive: true },
    });
    if (isSure) await this.change((params) => this.http.call(changeBatch, { params, body: { state: 'cancelled' } }));
  }

  /** @param cause the code of one; of all when absent */
  async retry(cause?: string): Promise<void> {
    await this.change((params) => this.http.call(retryBatch, { params, body: { cause } }));
  }

  /** Accepts drafts unseen. @param language of one; of all when absent */
  async accept(language?: string): Promise<void> {
    await this.change((params) => this.http.call(acceptBatch, { params, body: { language } }));
  }

  async remove(): Promise<void> {
    const { id } = this;
    const isSure = await this.dialogs.confirm({
      ...{ title: 'translation:batch.remove-ask', text: 'translation:batch.remove-text' },
      ...{ confirm: 'translation:batch.remove', destructive: true },
    });
    if (!isSure || id === null) return;
    await this.http.call(removeBatch, { params: { id } });
    await this.router.go(BATCHES);
  }

  /** The finished videos of a language, as they are in the library. */
  async made(language: string): Promise<readonly Material[]> {
    const query = { language, state: 'done' as const, limit: BATCH_LIMITS.videos };
    const { items } = await this.http.call(listBatchItems, { params: { id: this.id ?? '' }, query });
    const ids = items.flatMap(({ madeId }) => madeId ?? []);
    const found = await this.context.tryGet(MATERIALS)?.find(ids);
    return ids.flatMap((id) => found?.get(id) ?? []);
  }

  private async change(call: (params: { id: string }) => Promise<Batch>): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const batch = await call({ id });
    runInAction(() => {
      if (this.id === id) this.live.update(() => batch);
      this.items.refresh();
    });
  }
}
