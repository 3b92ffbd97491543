import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listBatches } from '#plugins/translation/calls.ts';
import { batchChanged } from '#plugins/translation/events.ts';

/** A batch as lists show it. */
export type ListedBatch = CallData<typeof listBatches>['items'][number];

/** The batches of the account. */
export class BatchListStore {
  readonly batches: LiveList<ListedBatch>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.batches = new LiveList(
      scope,
      ({ cursor, limit, signal }) =>
        http.call(listBatches, { query: { cursor, limit } }, { signal, handlesErrors: true }),
      { events, follows: [eventTrigger(batchChanged)] },
    );
  }
}
