import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listInvoices, type RequestedInvoice } from '#plugins/membership/calls.ts';
import { INVOICE_STATES } from '#plugins/membership/order-calls.ts';

/** Milliseconds between two looks: members request invoices, and other operators decide. */
const LOOK_EVERY = 30_000;

/** The invoices that members requested. Observable. */
export class InvoicesStore {
  readonly words = wordsFilter();
  readonly state = choiceFilter('state', INVOICE_STATES);
  readonly filters = new ListFilters([this.words, this.state]);
  readonly invoices: LiveList<RequestedInvoice>;

  constructor(@inject(HTTP) http: Http, @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>) {
    this.invoices = new LiveList(
      scope,
      ({ cursor, limit, signal }) => {
        const q = this.words.value === '' ? undefined : this.words.value;
        const query = { cursor, limit, q, state: this.state.value ?? undefined };
        return http.call(listInvoices, { query }, { signal, handlesErrors: true });
      },
      { every: () => LOOK_EVERY, query: () => this.filters.texts },
    );
    observableStore(this);
  }
}
