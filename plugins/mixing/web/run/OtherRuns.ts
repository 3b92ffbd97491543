import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listMixRuns, type MixRun } from '#plugins/mixing/calls.ts';
import { runEnded } from '#plugins/mixing/events.ts';

/** Runs of a project that are listed. */
const MAX = 20;

/** The latest runs of a project, reloaded when one starts or ends. Observable. */
export class OtherRuns {
  private projectId: string | null = null;
  private readonly runs: LiveValue<readonly MixRun[]>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    const read = async (signal: AbortSignal): Promise<readonly MixRun[]> => {
      const call = { params: { id: this.projectId ?? '' }, query: { limit: MAX } };
      return (await http.call(listMixRuns, call, { signal, handlesErrors: true })).items;
    };
    this.runs = new LiveValue(scope, read, {
      ...{ events, follows: [eventTrigger(runEnded)], of: () => this.projectId },
    });
    observableStore(this);
  }

  /** The newest first; empty until they were read. */
  of(projectId: string): readonly MixRun[] {
    return this.projectId === projectId ? (this.runs.value ?? []) : [];
  }

  /** Reads them, and follows them until it is undone. */
  follow(projectId: string): () => void {
    this.projectId = projectId;
    return this.runs.follow();
  }
}
