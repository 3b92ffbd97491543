import type { CallData } from '#core/contract/call.ts';
import { providersChanged } from '#core/contract/providers-changed.ts';
import type { Http } from '#core/web/http/http.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import type { Undo } from '#core/web/scope.ts';
import { followSettings, type SettingsServices } from '#core/web/views/settings/follow-settings.ts';
import type { SettingsFormStore } from '#core/web/views/settings/SettingsFormStore.ts';

import { readServiceSettings, writeServiceSettings, type Service } from '#plugins/providers/calls.ts';

type Values = CallData<typeof readServiceSettings>['values'];

/**
 * Loads what is filled in for an adapter and follows changes by other operators until stopped.
 * @param saved called when something was saved
 */
export function openSettings(
  { http, ...services }: SettingsServices & { http: Http },
  { kind, id, plugin }: { kind: Service['kind']; id: string; plugin: string },
  saved: () => void,
): { form: SettingsFormStore; stop: Undo } {
  const params = { kind, id };
  const options = { handlesErrors: true };
  return followSettings(services, {
    plugin,
    changed: eventTrigger(providersChanged),
    read: async (signal) => (await http.call(readServiceSettings, { params }, { ...options, signal })).values,
    write: async (changes) => {
      const body = { values: changes as Values };
      const { values } = await http.call(writeServiceSettings, { params, body }, options);
      saved();
      return values;
    },
  });
}
