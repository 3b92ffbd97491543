import type { CallData } from '#core/contract/call.ts';
import { operatorSettingsChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Undo } from '#core/web/scope.ts';
import { followSettings } from '#core/web/views/settings/follow-settings.ts';
import type { SettingsFormStore } from '#core/web/views/settings/SettingsFormStore.ts';

import { readExtensionSettings, writeExtensionSettings } from '#plugins/extensions/calls.ts';

type Values = CallData<typeof readExtensionSettings>['values'];

/** What operators set for everybody, of the plugin whose page is open. */
export class OperatorSettingsStore {
  id: string | null = null;
  form: SettingsFormStore | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** Loads the settings of a plugin and follows changes by other operators until undone. */
  open(id: string): Undo {
    const params = { id };
    const options = { handlesErrors: true };
    const { form, stop } = followSettings(
      { scope: this.context.scope, events: this.events, i18n: this.i18n },
      {
        plugin: id,
        changed: eventTrigger(operatorSettingsChanged(id)),
        read: async (signal) =>
          (await this.http.call(readExtensionSettings, { params }, { ...options, signal })).values,
        write: async (changes) =>
          (await this.http.call(writeExtensionSettings, { params, body: { values: changes as Values } }, options))
            .values,
      },
    );
    this.id = id;
    this.form = form;
    return stop;
  }
}
