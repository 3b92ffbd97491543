import { makeAutoObservable, observable, reaction, runInAction } from 'mobx';

import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import type { Session } from '#core/web/session/session.ts';
import type { Undo } from '#core/web/scope.ts';
import { token } from '#core/web/token.ts';

/** A task as `/api/tasks` and the event `task` tell it. */
export interface ShownTask {
  id: string;
  job: string;
  state: 'queued' | 'running' | 'paused' | 'cancelling' | 'cancelled' | 'succeeded' | 'failed';
  /** 0 to 1. */
  progress: number;
  secondsLeft: number | null;
  error: { message?: string } | null;
  updatedAt: string;
}

const OPEN_STATES = new Set<ShownTask['state']>(['queued', 'running', 'paused', 'cancelling']);
/** How many of those that have ended stay in the tray. */
const KEPT = 5;
const PAGE = 50;

/** The account's running work, live. */
export class TasksStore {
  private readonly byId = observable.map<string, ShownTask>({}, { deep: false });

  constructor(
    private readonly http: Pick<Http, 'send'>,
    private readonly events: Pick<Events, 'on'>,
    private readonly session: Pick<Session, 'user'>,
  ) {
    makeAutoObservable<this, 'http' | 'events' | 'session'>(
      this,
      { http: false, events: false, session: false },
      { autoBind: true },
    );
  }

  /** Newest first. */
  get open(): readonly ShownTask[] {
    return this.sorted.filter(({ state }) => OPEN_STATES.has(state));
  }

  get ended(): readonly ShownTask[] {
    return this.sorted.filter(({ state }) => !OPEN_STATES.has(state)).slice(0, KEPT);
  }

  /** Of all that is under way, 0 to 1. */
  get progress(): number {
    const { open } = this;
    return open.length === 0 ? 0 : open.reduce((sum, { progress }) => sum + progress, 0) / open.length;
  }

  /** Reads and follows the tasks of whoever is logged in. */
  follow(): Undo {
    const stopHearing = this.events.on(
      'task',
      (data) => this.take([data as ShownTask]),
      () => void this.load(),
    );
    const stopReading = reaction(
      () => this.session.user?.id ?? null,
      (id) => {
        this.byId.clear();
        if (id !== null) void this.load();
      },
      { fireImmediately: true },
    );
    return () => {
      void stopHearing();
      stopReading();
    };
  }

  async cancel(id: string): Promise<void> {
    const task = await this.http.send<ShownTask>({ method: 'POST', path: `/api/tasks/${id}/cancel`, body: {} });
    this.take([task]);
  }

  private get sorted(): ShownTask[] {
    // Ids rise by time.
    return [...this.byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  private async load(): Promise<void> {
    const states = [...OPEN_STATES].join(',');
    const page = await this.http
      .send<{ items: ShownTask[] }>({
        method: 'GET',
        path: '/api/tasks',
        query: { states, limit: PAGE },
        handlesErrors: true,
      })
      .catch(() => undefined);
    if (page === undefined) return;
    const current = new Set(page.items.map(({ id }) => id));
    runInAction(() => {
      // What ended while nobody listened is no longer among them.
      for (const { id } of this.open) if (!current.has(id)) this.byId.delete(id);
    });
    this.take(page.items);
  }

  private take(tasks: readonly ShownTask[]): void {
    runInAction(() => {
      for (const task of tasks) {
        const known = this.byId.get(task.id);
        // Progress never jumps back, whatever comes late.
        if (known !== undefined && known.updatedAt > task.updatedAt) continue;
        this.byId.set(task.id, task);
      }
    });
  }
}

/** The shell's {@link TasksStore}. */
export const TASKS = token<TasksStore>('shell-tasks', 1);
