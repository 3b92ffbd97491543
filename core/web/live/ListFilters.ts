import { observableStore } from '../observable-store.ts';
import type { Filter } from './Filter.ts';

/** A {@link Filter} of any value, as the address sees it. */
export type AddressFilter = Pick<Filter<unknown>, 'key' | 'text' | 'isSet' | 'clear' | 'take'>;

/**
 * The filters of a list together. `ListPage` keeps them in the page's address, so that a narrowed list can be sent to
 * somebody and is there again after a reload. Observable.
 *
 * @example
 * readonly kind = choiceFilter('kind', KINDS);
 * readonly filters = new ListFilters([this.kind]);
 * // the list begins anew when one changes: new LiveList(scope, load, { query: () => this.filters.texts })
 */
export class ListFilters {
  readonly #filters: readonly AddressFilter[];
  readonly #order: AddressFilter | null;

  /** @param order what the list is sorted by: it narrows nothing, and stays when the filters are cleared */
  constructor(filters: readonly AddressFilter[], order: AddressFilter | null = null) {
    this.#filters = filters;
    this.#order = order;
    observableStore(this);
  }

  /** What is chosen, by the keys of the address. */
  get texts(): Readonly<Record<string, string>> {
    const all = this.#order === null ? this.#filters : [...this.#filters, this.#order];
    return Object.fromEntries(all.map(({ key, text }) => [key, text]));
  }

  get isNarrowed(): boolean {
    return this.#filters.some(({ isSet }) => isSet);
  }

  clear(): void {
    for (const filter of this.#filters) filter.clear();
  }

  /** Takes all of them from an address. */
  take(query: URLSearchParams): void {
    for (const filter of this.#filters) filter.take(query.get(filter.key));
    this.#order?.take(query.get(this.#order.key));
  }
}
