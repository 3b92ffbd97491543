import { EVENTS, type Events } from '#core/web/events/events.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import type { MaterialBadge } from '#plugins/materials/api.ts';
import { AskedFacts } from './AskedFacts.ts';
import { checkedBadges } from './checked-badges.ts';

/** The badges of the materials that are in sight. */
export class BadgesStore {
  readonly asked: AskedFacts<MaterialBadge>;

  constructor(@inject(EVENTS) events: Events, @inject(PLUGIN_CONTEXT) context: PluginContext) {
    this.asked = new AskedFacts({ events, context, check: checkedBadges });
  }
}
