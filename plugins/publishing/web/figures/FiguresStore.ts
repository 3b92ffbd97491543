import { runInAction } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, Filter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { channelsChanged, postsChanged } from '#plugins/publishing/events.ts';
import { FIGURE_DAYS, readAccountFigures, type AccountFigures } from '#plugins/publishing/figure-calls.ts';

/** How many days are looked back on where nobody chooses. */
export const USUAL_DAYS = '28';

/** How the posts of the connected accounts have done lately. Observable. */
export class FiguresStore {
  readonly words = wordsFilter();
  /** How many days are looked back on; null for {@link USUAL_DAYS}. */
  readonly span = choiceFilter('days', FIGURE_DAYS);
  readonly group = new Filter<string | null>('group', null, { read: (text) => text, write: (group) => group ?? '' });
  readonly filters = new ListFilters([this.words, this.span, this.group]);
  readonly accounts: LiveList<AccountFigures>;
  /** Of all accounts together; null until they were read. */
  days: CallData<typeof readAccountFigures>['days'] | null = null;
  groups: readonly string[] = [];

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.accounts = new LiveList(scope, ({ signal }) => this.read(signal), {
      ...{ events, follows: [eventTrigger(channelsChanged), eventTrigger(postsChanged)] },
      // Services are named in the reader's language.
      query: () => ({ ...this.filters.texts, language: i18n.language }),
    });
    observableStore(this);
  }

  private async read(signal: AbortSignal) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const query = { days: this.span.value ?? USUAL_DAYS, zone };
    const { accounts, days } = await this.http.call(readAccountFigures, { query }, { signal, handlesErrors: true });
    runInAction(() => {
      this.days = days;
      this.groups = [...new Set(accounts.flatMap(({ group }) => group ?? []))].sort((a, b) => a.localeCompare(b));
    });
    const words = this.words.value.toLowerCase();
    const items = accounts.filter(
      ({ name, group }) =>
        (words === '' || name.toLowerCase().includes(words)) &&
        (this.group.value === null || this.group.value === group),
    );
    return { items, nextCursor: null, total: items.length };
  }
}
