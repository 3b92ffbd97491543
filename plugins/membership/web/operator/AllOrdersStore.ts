import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listAllOrders, type OperatorOrder } from '#plugins/membership/calls.ts';
import { ORDER_STATES } from '#plugins/membership/order-calls.ts';

/** The orders of all accounts. Observable. */
export class AllOrdersStore {
  readonly words = wordsFilter();
  readonly state = choiceFilter('state', ORDER_STATES);
  readonly filters = new ListFilters([this.words, this.state]);
  readonly orders: LiveList<OperatorOrder & { id: string }>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.orders = new LiveList(
      scope,
      ({ cursor, limit, signal }) => {
        const q = this.words.value === '' ? undefined : this.words.value;
        const query = { cursor, limit, q, state: this.state.value ?? undefined };
        return http.call(listAllOrders, { query }, { signal, handlesErrors: true });
      },
      { events, query: () => this.filters.texts },
    );
    observableStore(this);
  }
}
