import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { listProjects, removeProjects, type Project } from '#plugins/translation/calls.ts';
import { translationChanged } from '#plugins/translation/events.ts';

/** Where a project is reviewed. */
export const projectAddress = (id: string): string => `/video/translation/${id}`;

/** The translation projects of the account. */
export class RecordStore {
  readonly words = wordsFilter();
  readonly filters = new ListFilters([this.words]);
  readonly projects: LiveList<Project>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.projects = new LiveList(
      context.scope,
      ({ cursor, limit, signal }) =>
        http.call(
          listProjects,
          { query: { limit, cursor, q: this.words.value || undefined } },
          { signal, handlesErrors: true },
        ),
      { events, follows: [eventTrigger(translationChanged)], query: () => this.filters.texts },
    );
    this.remove = this.remove.bind(this);
    this.openGlossary = this.openGlossary.bind(this);
  }

  async openGlossary(): Promise<void> {
    await this.dialogs.open('translation/glossary', {});
  }

  async remove(projects: readonly Project[]): Promise<void> {
    const count = projects.length;
    const isAgreed = await this.dialogs.confirm({
      ...{ title: 'translation:remove-ask', text: 'translation:remove-text', confirm: 'translation:remove-confirm' },
      ...{ params: { count }, destructive: true },
    });
    if (!isAgreed) return;
    const ids = projects.map(({ id }) => id);
    const { removed } = await this.http.call(removeProjects, { body: { ids } });
    this.projects.refresh();
    if (removed === 0) return;
    this.toasts.show({
      kind: 'success',
      text: () => this.context.t('translation:removed', { count: removed }),
    });
  }
}
