import { EVENTS, type Events } from '#core/web/events/events.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import type { MaterialCell } from '#plugins/materials/api.ts';
import { AskedFacts } from '../badges/AskedFacts.ts';
import { checkedCells } from './checked-cells.ts';

/** What plugins' columns say of the materials that are in sight. */
export class ColumnsStore {
  readonly asked: AskedFacts<MaterialCell>;

  constructor(@inject(EVENTS) events: Events, @inject(PLUGIN_CONTEXT) context: PluginContext) {
    this.asked = new AskedFacts({ events, context, check: checkedCells });
  }
}
