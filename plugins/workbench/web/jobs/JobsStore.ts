import { makeAutoObservable, observable, reaction, runInAction } from 'mobx';

import { cancelTask, listTasks, retryTask } from '#core/contract/task-calls.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Undo } from '#core/web/scope.ts';
import { STORAGE, type Storage } from '#core/web/storage/storage.ts';

import type { WorkbenchJobs } from '#plugins/workbench/api.ts';
import { listWorkbenchJobs, MOST_JOBS, taskEventSchema, type WorkbenchJob } from '#plugins/workbench/calls.ts';
import { failureText } from '../parts/failure-text.ts';
import { Reading } from '../parts/Reading.ts';
import { inShownOrder, moveOn, progressOf, type ShownJob } from './shown-job.ts';

/** Jobs that are shown before somebody asks for more. */
const FEW = 6;
const PAUSE_MILLISECONDS = 800;
const HIDDEN_KEY = 'hidden-jobs';
/** Hidden failures that are remembered. */
const MOST_HIDDEN = 100;

/** What is under way, live. */
export class JobsStore {
  readonly reading: Reading<number>;
  /** How many there are, listed or not. */
  total = 0;
  isLong = false;
  private readonly byId = observable.map<string, ShownJob>({}, { deep: false });
  private readonly busy = observable.set<string>();
  private readonly faults = observable.map<string, string>();
  private hidden: readonly string[];

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(I18N) private readonly i18n: I18n,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const hidden = storage.read(HIDDEN_KEY);
    this.hidden = Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [];
    this.reading = new Reading((signal) => this.read(signal));
    makeAutoObservable<
      this,
      'http' | 'events' | 'dialogs' | 'i18n' | 'storage' | 'context' | 'byId' | 'busy' | 'faults'
    >(
      this,
      {
        ...{ http: false, events: false, dialogs: false, i18n: false, storage: false, context: false },
        ...{ reading: false, byId: false, busy: false, faults: false },
      },
      { autoBind: true },
    );
  }

  get jobs(): readonly ShownJob[] {
    const hidden = new Set(this.hidden);
    return [...this.byId.values()].filter((job) => !hidden.has(nameOfFailure(job)));
  }

  get shown(): readonly ShownJob[] {
    return this.isLong ? this.jobs : this.jobs.slice(0, FEW);
  }

  /** Listed, but not shown yet. */
  get more(): number {
    return this.jobs.length - this.shown.length;
  }

  /** Neither listed nor shown. */
  get rest(): number {
    return this.isLong || this.more === 0 ? Math.max(0, this.total - this.byId.size) : 0;
  }

  isBusy(id: string): boolean {
    return this.busy.has(id);
  }

  /** Why the job could not be cancelled or run again, or undefined. */
  faultOf(id: string): string | undefined {
    return this.faults.get(id);
  }

  /** Reads and follows the jobs until it is undone. */
  follow(): Undo {
    const soon = (): void => this.reading.loadWithin(PAUSE_MILLISECONDS);
    const undos = [
      this.events.on('task', (data) => this.hear(data), soon),
      // What failures say is written by the server.
      reaction(() => this.i18n.language, soon),
      () => this.reading.stop(),
    ];
    void this.reading.load();
    return () => {
      for (const undo of undos) void undo();
    };
  }

  showMore(): void {
    this.isLong = true;
  }

  /**
   * Stops a job; asks first when it is made of several tasks.
   * @param title what the job is called
   * @param plugin how its plugin stops it, if it says
   */
  async cancel(job: ShownJob, title: string, plugin: WorkbenchJobs | undefined): Promise<void> {
    const sure =
      job.total === 1 && job.subjectId === null
        ? true
        : await this.dialogs.confirm({
            title: 'workbench:job.cancel-ask',
            text: 'workbench:job.cancel-text',
            params: { job: title },
            confirm: 'workbench:job.cancel-confirm',
            cancel: 'workbench:job.cancel-keep',
            destructive: true,
            width: 480,
          });
    if (!sure) return;
    await this.steer(job.id, async () => {
      if (job.subjectId === null) await this.cancelOne(job.id);
      else if (plugin?.cancel !== undefined) await plugin.cancel(job.subjectId, this.context.signal);
      else await this.cancelAll(job.subjectId);
    });
  }

  /** Runs what failed again. */
  async retry(job: ShownJob): Promise<void> {
    const { error } = job;
    if (error === null) return;
    await this.steer(job.id, () =>
      this.http.call(retryTask, { params: { id: error.taskId } }, { handlesErrors: true }),
    );
  }

  /** Shows a failure no more, in this browser. */
  hide(job: ShownJob): void {
    this.hidden = [...this.hidden, nameOfFailure(job)].slice(-MOST_HIDDEN);
    this.storage.write(HIDDEN_KEY, this.hidden);
  }

  dispose(): void {
    this.reading.stop();
  }

  private async read(signal: AbortSignal): Promise<number> {
    const { items, total } = await this.http.call(
      listWorkbenchJobs,
      { query: { limit: MOST_JOBS } },
      { signal, handlesErrors: true },
    );
    runInAction(() => this.take(items, total));
    return total;
  }

  private take(items: readonly WorkbenchJob[], total: number): void {
    const shown = inShownOrder(items.map((item) => moveOn(this.byId.get(item.id), item)));
    this.byId.replace(shown.map((job) => [job.id, job]));
    for (const id of [...this.faults.keys()]) if (!this.byId.has(id)) this.faults.delete(id);
    this.total = total;
  }

  private hear(data: unknown): void {
    const { data: task } = taskEventSchema.safeParse(data);
    if (task === undefined) return;
    const id = task.subjectId ?? task.id;
    const job = this.byId.get(id);
    const known = job?.job === task.job && job.running.some((running) => running.id === task.id);
    if (job !== undefined && known && task.state === 'running') {
      const running = job.running.map((other) =>
        other.id === task.id ? { id: task.id, progress: task.progress } : other,
      );
      const next = { ...job, running, secondsLeft: job.total === 1 ? task.secondsLeft : job.secondsLeft };
      this.byId.set(id, { ...next, progress: Math.max(job.progress, progressOf(next)) });
      return;
    }
    this.reading.loadWithin(PAUSE_MILLISECONDS);
  }

  private async steer(id: string, act: () => Promise<unknown>): Promise<void> {
    this.busy.add(id);
    this.faults.delete(id);
    try {
      await act();
      await this.reading.load();
    } catch (error) {
      if (this.context.signal.aborted) return;
      const text = failureText(error, this.i18n.t);
      runInAction(() => this.faults.set(id, text));
      this.reading.loadWithin(PAUSE_MILLISECONDS);
    } finally {
      runInAction(() => this.busy.delete(id));
    }
  }

  private async cancelOne(id: string): Promise<void> {
    await this.http.call(cancelTask, { params: { id } }, { handlesErrors: true });
  }

  private async cancelAll(subjectId: string): Promise<void> {
    const states = 'queued,paused,running';
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = await this.http.call(
        listTasks,
        { query: { subjectId, states, limit: 200, cursor } },
        { handlesErrors: true },
      );
      // What ended in the meantime needs no cancelling.
      await Promise.allSettled(items.map(({ id }) => this.cancelOne(id)));
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }
}

/** One failure of a job, which may fail again later. */
function nameOfFailure({ id, error }: ShownJob): string {
  return error === null ? '' : `${id} ${error.taskId}`;
}
