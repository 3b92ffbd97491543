import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import {
  deleteProject,
  deleteTemplate,
  listProjects,
  listTemplates,
  type ProjectRow,
  type TemplateRow,
} from '#plugins/pieces/calls.ts';
import { projectsChanged, templatesChanged } from '#plugins/pieces/events.ts';

/** Projects that are shown at first, and more with each press. */
const PAGE = 10;

/** The account's templates and projects, the last changed first. Observable. */
export class PiecesLists {
  readonly templates: LiveValue<readonly TemplateRow[]>;
  readonly projects: LiveList<ProjectRow>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    const quietly = (signal: AbortSignal) => ({ signal, handlesErrors: true });
    this.templates = new LiveValue<readonly TemplateRow[]>(
      scope,
      async (signal) => (await http.call(listTemplates, {}, quietly(signal))).items,
      { events, follows: [eventTrigger(templatesChanged)] },
    );
    this.projects = new LiveList<ProjectRow>(
      scope,
      ({ cursor, limit, signal }) => http.call(listProjects, { query: { cursor, limit } }, quietly(signal)),
      { events, follows: [eventTrigger(projectsChanged)], pageSize: PAGE },
    );
    observableStore(this);
  }

  /** Deletes a template; a failure is told. */
  async removeTemplate(id: string): Promise<void> {
    await this.http.call(deleteTemplate, { params: { id } }).catch(() => undefined);
    this.templates.refresh();
  }

  /** Deletes a project; a failure is told. */
  async removeProject(id: string): Promise<void> {
    await this.http.call(deleteProject, { params: { id } }).catch(() => undefined);
    this.projects.refresh();
  }
}
