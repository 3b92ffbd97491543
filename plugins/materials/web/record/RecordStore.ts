import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { choiceFilter, periodFilter } from '#core/web/live/Filter.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { momentsOf } from '#core/web/live/period.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { KINDS, listMaterialRecords } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';

/** Something that happened in the library. */
export type MaterialRecord = CallData<typeof listMaterialRecords>['items'][number];

/** What happened in the library, newest first, of a stretch of time. */
export class RecordStore {
  readonly period = periodFilter('period');
  readonly kind = choiceFilter('kind', KINDS);
  readonly filters = new ListFilters([this.period, this.kind]);
  readonly records: LiveList<MaterialRecord>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.records = new LiveList(
      scope,
      ({ cursor, limit, signal }) => {
        const query = { limit, cursor, kind: this.kind.value ?? undefined, ...momentsOf(this.period.value) };
        return http.call(listMaterialRecords, { query }, { signal, handlesErrors: true });
      },
      { events, follows: [eventTrigger(materialsChanged)], pageSize: 100, query: () => this.filters.texts },
    );
  }
}
