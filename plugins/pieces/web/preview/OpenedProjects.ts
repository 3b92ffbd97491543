import { taskChanged } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { projectsChanged } from '#plugins/pieces/events.ts';
import { OpenedProject } from './OpenedProject.ts';

/** The projects that were opened; they stay as they are while other pages are visited. */
export class OpenedProjects {
  readonly #opened = new Map<string, OpenedProject>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {}

  of(id: string): OpenedProject {
    const opened = this.#opened.get(id) ?? new OpenedProject(id, this.http, this.context);
    this.#opened.set(id, opened);
    return opened;
  }

  /** Reads a project, and keeps it as it is known. @returns stops that */
  follow(project: OpenedProject): () => void {
    void project.load();
    const stopProject = this.events.on(
      projectsChanged,
      // Others may have taken or freed footage of the same video.
      () => void project.load(),
      () => void project.load(),
    );
    const stopTask = this.events.on(taskChanged, ({ subjectId, progress }) => {
      if (subjectId !== null) project.heardProgress(subjectId, progress);
    });
    return () => {
      void stopProject();
      void stopTask();
    };
  }
}
