import { pluginsChanged, tiersChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listTiers, type Tier } from '#plugins/membership/calls.ts';

/** What the membership levels of this installation hold. */
export class TiersStore {
  readonly tiers: LiveValue<readonly Tier[]>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.tiers = new LiveValue(
      scope,
      async (signal): Promise<readonly Tier[]> => await http.call(listTiers, {}, { signal, handlesErrors: true }),
      {
        ...{ events, follows: [eventTrigger(tiersChanged), eventTrigger(pluginsChanged)] },
        // Plugins are named in the reader's language.
        watch: () => i18n.language,
      },
    );
    observableStore(this);
  }
}
