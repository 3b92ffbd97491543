import type { CallData } from '#core/contract/call.ts';
import { readSettings, writeSettings } from '#core/contract/settings-calls.ts';
import { settingsChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { PLUGINS, type PluginRecord, type Plugins } from '#core/web/plugins/plugins.ts';
import type { Undo } from '#core/web/scope.ts';
import { followSettings } from '#core/web/views/settings/follow-settings.ts';
import type { SettingsFormStore } from '#core/web/views/settings/SettingsFormStore.ts';
import { hasAccountSettings } from '#core/web/settings/has-account-settings.ts';

type Values = CallData<typeof readSettings>['values'];

/** What the account sets for itself, of the plugin that is open. */
export class PluginSettingsStore {
  id: string | null = null;
  form: SettingsFormStore | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGINS) private readonly plugins: Plugins,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** The plugins of which the account may set something. */
  get listed(): readonly PluginRecord[] {
    return this.plugins.list.filter(hasAccountSettings);
  }

  /** Loads the settings of a plugin and follows changes from other browsers until undone. */
  open(id: string): Undo {
    const params = { namespace: id };
    const options = { handlesErrors: true };
    const { form, stop } = followSettings(
      { scope: this.context.scope, events: this.events, i18n: this.i18n },
      {
        plugin: id,
        changed: eventTrigger(settingsChanged, ({ namespace }) => namespace === id),
        read: async (signal) => (await this.http.call(readSettings, { params }, { ...options, signal })).values,
        write: async (changes) =>
          (await this.http.call(writeSettings, { params, body: { values: changes as Values } }, options)).values,
      },
    );
    this.id = id;
    this.form = form;
    return stop;
  }
}
