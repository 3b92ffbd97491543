import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveList, type PageRequest } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listOutbox, type OutboxMessage } from '#plugins/account/calls.ts';
import { refusalOf } from '../parts/refusal.ts';

/** Milliseconds between two polls for new messages while the page is visible. */
const OUTBOX_EVERY = 3_000;

/** Messages that were kept instead of sent, newest first; new ones come in by themselves. */
export class OutboxStore {
  readonly messages: LiveList<OutboxMessage>;
  /** Ids of messages that arrived while the page was open. */
  arrived: ReadonlySet<string> = new Set();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.messages = new LiveList(scope, (page) => this.load(page), { every: OUTBOX_EVERY });
    observableStore(this);
  }

  /** Why they could not be loaded: a sentence. */
  get trouble(): string | null {
    const { failure } = this.messages;
    if (failure === null) return null;
    return refusalOf(failure.error, 'error', this.i18n.t('account:server-trouble'))?.text ?? null;
  }

  follow(): () => void {
    this.arrived = new Set();
    return this.messages.follow();
  }

  private async load({ cursor, limit, signal }: PageRequest) {
    const page = await this.http.call(listOutbox, { query: { limit, cursor } }, { signal, handlesErrors: true });
    if (cursor === undefined && this.messages.isLoaded) this.note(page.items);
    return page;
  }

  /** Messages that were not there the last time; older ones come with the pages behind the first. */
  private note(newest: readonly OutboxMessage[]): void {
    const fresh = newest.filter(({ id }) => !this.messages.indexes.has(id));
    if (fresh.length > 0) this.arrived = new Set([...this.arrived, ...fresh.map(({ id }) => id)]);
  }
}
