import { observable, reaction, runInAction } from 'mobx';

import type { Job, listJobs, listTasks } from '#core/contract/task-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { taskChanged, type TaskEvent } from '#core/contract/kernel-events.ts';

import { createScope } from '../create-scope.ts';
import type { Dialogs } from '../dialogs/dialogs.ts';
import type { Events } from '../events/events.ts';
import { failureText } from '../http/failure-text.ts';
import type { Http } from '../http/http.ts';
import type { I18n } from '../i18n/i18n.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveValue } from '../live/LiveValue.ts';
import { observableStore } from '../observable-store.ts';
import type { Undo } from '../scope.ts';
import type { Session } from '../session/session.ts';
import type { BrowserStorage } from '../storage/storage.ts';
import { whenOnline } from '../when-online.ts';
import { inShownOrder, moveOn, nameOfFailure, progressOf, type ShownJob } from './shown-job.ts';
import type { TaskWork } from './task-work.ts';
import type { EndedJob, Tasks } from './tasks.ts';

const MAX_JOBS = 200;
const MAX_ENDED = 5;
const HIDDEN_KEY = 'hidden-jobs';
/** How many hidden failures are remembered. */
const MAX_HIDDEN = 100;
const CANCELLABLE = 'queued,paused,running';

export interface TasksDependencies {
  http: Pick<Http, 'send'>;
  events: Pick<Events, 'on' | 'connected'>;
  session: Pick<Session, 'user'>;
  dialogs: Pick<Dialogs, 'confirm'>;
  i18n: Pick<I18n, 't' | 'language'>;
  storage: BrowserStorage;
}

/** {@link Tasks} of the current user. */
export class AccountTasks implements Tasks {
  ended: readonly EndedJob[] = [];
  private readonly live: LiveValue<number>;
  private readonly byId = observable.map<string, ShownJob>({}, { deep: false });
  private readonly busy = observable.set<string>();
  private readonly faults = observable.map<string, string>();
  /** How the last seen tasks of each job ended. */
  private readonly ends = new Map<string, EndedJob['end']>();
  private hidden: readonly string[];
  readonly #scope = createScope('tasks');
  /** Aborted when the account changes, so that nothing of one account is shown to the next. */
  private aborter = new AbortController();

  constructor(private readonly services: TasksDependencies) {
    const hidden = services.storage.read(HIDDEN_KEY);
    this.hidden = Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [];
    const { events, session, i18n } = services;
    const userId = (): string | null => session.user?.id ?? null;
    this.live = new LiveValue(this.#scope, (signal) => this.read(signal), {
      events,
      follows: [eventTrigger(taskChanged, (task) => this.hear(task))],
      of: userId,
      // Error messages are written by the server, in the user's language.
      watch: () => i18n.language,
    });
    observableStore(this);
    this.#scope.own(reaction(userId, () => this.clear()));
  }

  get jobs(): readonly ShownJob[] {
    const hidden = new Set(this.hidden);
    return [...this.byId.values()].filter((job) => !hidden.has(nameOfFailure(job)));
  }

  get open(): readonly ShownJob[] {
    return this.jobs.filter(({ state }) => state !== 'failed');
  }

  get total(): number | null {
    return this.live.value;
  }

  get unlisted(): number {
    return Math.max(0, (this.total ?? 0) - this.byId.size);
  }

  get progress(): number {
    const { open } = this;
    return open.length === 0 ? 0 : open.reduce((sum, { progress }) => sum + progress, 0) / open.length;
  }

  get failure(): { error: unknown } | null {
    return this.live.failure;
  }

  follow(): Undo {
    return this.live.follow();
  }

  async load(): Promise<void> {
    await this.live.load();
  }

  isBusy(id: string): boolean {
    return this.busy.has(id);
  }

  faultOf(id: string): string | undefined {
    return this.faults.get(id);
  }

  async cancel(job: ShownJob, title: string, work?: TaskWork): Promise<void> {
    const { id, subjectId, total } = job;
    const sure =
      total === 1 && subjectId === null
        ? true
        : await this.services.dialogs.confirm({
            title: 'shell:tasks.cancel-ask',
            text: 'shell:tasks.cancel-text',
            params: { job: title },
            confirm: 'shell:tasks.cancel-confirm',
            cancel: 'shell:tasks.cancel-keep',
            destructive: true,
            width: 480,
          });
    if (!sure) return;
    await this.runAction(id, async (signal) => {
      if (!(await this.isReachable(id, signal))) return;
      if (subjectId === null) await this.post(`/api/tasks/${id}/cancel`, signal);
      else if (work?.cancel !== undefined) await work.cancel(subjectId, signal);
      else await this.cancelAll(subjectId, signal);
    });
  }

  async retry({ id, error }: ShownJob): Promise<void> {
    if (error === null) return;
    await this.runAction(id, (signal) => this.post(`/api/tasks/${error.taskId}/retry`, signal));
  }

  hide(job: ShownJob): void {
    this.hidden = [...this.hidden, nameOfFailure(job)].slice(-MAX_HIDDEN);
    this.services.storage.write(HIDDEN_KEY, this.hidden);
  }

  async dispose(): Promise<void> {
    await this.#scope.dispose();
  }

  private clear(): void {
    this.aborter.abort();
    this.aborter = new AbortController();
    this.byId.clear();
    this.busy.clear();
    this.faults.clear();
    this.ends.clear();
    this.ended = [];
  }

  private async read(signal: AbortSignal): Promise<number> {
    const { items, total } = await this.services.http.send<CallData<typeof listJobs>>({
      ...{ method: 'GET', path: '/api/jobs', query: { limit: MAX_JOBS }, signal, handlesErrors: true },
    });
    if (!signal.aborted) this.take(items);
    return total;
  }

  private take(items: readonly Job[]): void {
    const before = this.jobs;
    const shown = inShownOrder(items.map((item) => moveOn(this.byId.get(item.id), item)));
    this.byId.replace(shown.map((job) => [job.id, job]));
    for (const id of [...this.faults.keys()]) if (!this.byId.has(id)) this.faults.delete(id);
    // Jobs that ended while nobody was listening are not known to have succeeded.
    const left = before.flatMap(({ id, job, state }) => {
      const end = this.ends.get(id);
      return this.byId.has(id) || state === 'failed' || end === undefined ? [] : [{ id, job, end }];
    });
    const others = this.ended.filter(({ id }) => !this.byId.has(id));
    this.ended = [...left, ...others].slice(0, MAX_ENDED);
    this.ends.clear();
  }

  /** @returns whether the jobs have to be reloaded */
  private hear(task: TaskEvent): boolean {
    const id = task.subjectId ?? task.id;
    const job = this.byId.get(id);
    const known = job?.job === task.job && job.running.some((running) => running.id === task.id);
    if (job !== undefined && known && task.state === 'running') {
      const running = job.running.map((other) =>
        other.id === task.id ? { id: task.id, progress: task.progress } : other,
      );
      const next = { ...job, running, secondsLeft: job.total === 1 ? task.secondsLeft : job.secondsLeft };
      this.byId.set(id, { ...next, progress: Math.max(job.progress, progressOf(next)) });
      return false;
    }
    if (task.state === 'succeeded' || task.state === 'cancelled') this.ends.set(id, task.state);
    return true;
  }

  private async runAction(id: string, act: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.aborter;
    this.busy.add(id);
    this.faults.delete(id);
    try {
      await act(signal);
      await this.live.load();
    } catch (error) {
      if (signal.aborted) return;
      const text = failureText(error, this.services.i18n.t);
      runInAction(() => this.faults.set(id, text));
      this.live.refresh();
    } finally {
      runInAction(() => this.busy.delete(id));
    }
  }

  /** Without a network the work goes on; it is stopped once there is one, and until then that is told. */
  private async isReachable(id: string, signal: AbortSignal): Promise<boolean> {
    if (navigator.onLine) return true;
    runInAction(() => this.faults.set(id, this.services.i18n.t('shell:tasks.cancel-offline')));
    const isOnline = await whenOnline(signal);
    runInAction(() => this.faults.delete(id));
    return isOnline;
  }

  private async post(path: string, signal: AbortSignal): Promise<void> {
    await this.services.http.send({ method: 'POST', path, body: {}, signal, handlesErrors: true });
  }

  private async cancelAll(subjectId: string, signal: AbortSignal): Promise<void> {
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = await this.services.http.send<CallData<typeof listTasks>>({
        ...{ method: 'GET', path: '/api/tasks', signal, handlesErrors: true },
        query: { subjectId, states: CANCELLABLE, limit: 200, cursor },
      });
      // What ended in the meantime needs no cancelling.
      await Promise.allSettled(items.map(({ id }) => this.post(`/api/tasks/${id}/cancel`, signal)));
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }
}
