import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  createMixTemplate,
  deleteMixTemplate,
  listMixTemplates,
  updateMixTemplate,
  type MixTemplate,
} from '#plugins/mixing/calls.ts';
import { templatesChanged } from '#plugins/mixing/events.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { savable } from '../store/savable-project.ts';

/** The templates that the account keeps, and those that others share with it. Observable. */
export class Templates {
  readonly live: LiveValue<readonly MixTemplate[]>;
  /** The one whose name is written now. */
  renaming: string | null = null;
  isSaving = false;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.live = new LiveValue(context.scope, (signal) => this.read(signal), {
      ...{ events, follows: [eventTrigger(templatesChanged)] },
    });
    observableStore(this);
  }

  /** Keeps a project as a template of its name. */
  async save(project: MixProject): Promise<void> {
    const { t } = this.context;
    const name = project.name.trim() || t('mixing:editor.new-name');
    this.setSaving(true);
    try {
      await this.http.call(createMixTemplate, { body: { name, document: savable(project) } });
      this.toasts.show({ kind: 'success', text: t('mixing:templates.saved', { name }) });
      await this.live.load();
    } finally {
      this.setSaving(false);
    }
  }

  setRenaming(id: string | null): void {
    this.renaming = id;
  }

  /** @throws HttpFailure */
  async rename(id: string, name: string): Promise<void> {
    await this.http.call(updateMixTemplate, { params: { id }, body: { name } }, { handlesErrors: true });
    await this.live.load();
  }

  async share({ id, shared }: MixTemplate): Promise<void> {
    await this.http.call(updateMixTemplate, { params: { id }, body: { shared: !shared } });
    await this.live.load();
  }

  async remove({ id, name, shared }: MixTemplate): Promise<void> {
    const isSure = await this.dialogs.confirm({
      title: 'mixing:templates.delete-ask',
      text: shared ? 'mixing:templates.delete-shared' : 'mixing:templates.delete-text',
      confirm: 'mixing:templates.delete',
      params: { name },
      destructive: true,
    });
    if (!isSure) return;
    await this.http.call(deleteMixTemplate, { params: { id } });
    await this.live.load();
  }

  private async read(signal: AbortSignal): Promise<readonly MixTemplate[]> {
    return (await this.http.call(listMixTemplates, {}, { signal, handlesErrors: true })).items;
  }

  private setSaving(isSaving: boolean): void {
    this.isSaving = isSaving;
  }
}
