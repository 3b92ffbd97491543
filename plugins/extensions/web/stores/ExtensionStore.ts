import { pluginsChanged } from '#core/contract/kernel-events.ts';
import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { readExtension, type Extension } from '#plugins/extensions/calls.ts';
import { titleOf } from '../parts/describe-extension.ts';

/** Everything that is known of one plugin. */
export type ExtensionDetails = CallData<typeof readExtension>;

/** The plugin whose page is open. */
export class ExtensionStore {
  id: string | null = null;
  readonly details: LiveValue<ExtensionDetails>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.details = new LiveValue(scope, (signal) => this.read(signal), {
      ...{ events, follows: [eventTrigger(pluginsChanged)], of: () => this.id },
    });
    observableStore(this);
  }

  /** Loads a plugin and keeps it up to date until undone. */
  open(id: string): () => void {
    this.id = id;
    return this.details.follow();
  }

  /** Reloads it if it is open. */
  async reload(id: string): Promise<void> {
    if (id === this.id) await this.details.load();
  }

  /** What the server answered to a change takes the place of what is shown. */
  take(extension: Extension): void {
    if (extension.manifest.id === this.id) this.details.update((details) => ({ ...details, extension }));
  }

  private async read(signal: AbortSignal): Promise<ExtensionDetails> {
    const id = this.id ?? '';
    const details = await this.http.call(readExtension, { params: { id } }, { signal, handlesErrors: true });
    // One that this session's index does not list, because it is off, has its title in its own texts.
    if (details.extension.texts === null && titleOf(details.extension, this.i18n) === id) {
      await this.i18n.load(id).catch(() => undefined);
    }
    return details;
  }
}
