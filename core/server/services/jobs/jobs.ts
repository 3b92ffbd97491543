import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** The state of a task. */
export type TaskState = 'queued' | 'running' | 'paused' | 'cancelling' | 'cancelled' | 'succeeded' | 'failed';

/**
 * The account of tasks that work for the installation and not for an account: nobody follows them, operators count
 * them.
 */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000';

/** A unit of work that users can follow. Only the queue changes it. */
export interface Task {
  id: string;
  accountId: string;
  /** The job's name, such as `mixing.render-output`. */
  job: string;
  /** What it works for, such as a run's id; null for a task of its own. */
  subjectId: string | null;
  state: TaskState;
  /** 0 to 1; never decreases within an attempt. */
  progress: number;
  /** Estimated seconds left, or null while unknown. */
  secondsLeft: number | null;
  /** 1 for the first attempt. */
  attempt: number;
  error: { code: MessageKey; params: MessageParams } | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What a task is about, and when it runs. */
export interface EnqueueOptions {
  accountId: string;
  /** Plain JSON for the worker; ids rather than copies. */
  payload: unknown;
  subjectId?: string;
  /** Earliest start. */
  startAfter?: Date;
  /** Total number of attempts before the dead-letter queue; 3 by default. */
  attempts?: number;
}

/** All tasks of one job that work for the same thing. */
export interface TaskSubject {
  accountId: string;
  subjectId: string;
}

/**
 * What a handler receives. Handlers must be idempotent: after a crash the same task runs again. An expected error ends
 * the task at once, except for the kind `unavailable`, which is retried like any other error. After a full disk it is
 * tried again every minute, however often, until there is space.
 */
export interface JobRun {
  task: Task;
  payload: unknown;
  /** Aborted when the task is cancelled, the worker stops, or another worker has taken over. */
  signal: AbortSignal;
  /** Reports progress from 0 to 1; written at most once a second. */
  progress(value: number, secondsLeft?: number): void;
  /**
   * Runs `publish` in a transaction if this attempt still owns the task; returns false when another attempt has taken
   * over.
   */
  complete(publish?: (tx: Tx) => Promise<void>): Promise<boolean>;
}

/** The id of the plugin that owns a job, from the job's name. */
export function pluginOf(job: string): string {
  return job.slice(0, Math.max(0, job.indexOf('.')));
}

/** Processes a job. It may run again after a crash, so it must be idempotent. */
export interface JobHandler {
  (run: JobRun): Promise<void>;
  /**
   * How many of its jobs a process works on at once, for work that mostly waits for others, such as for a platform; as
   * many as the process has slots when absent, as for all work that takes a processor.
   */
  atOnce?: number;
  /** Whether browsers are not told that single ones of its tasks start and succeed: the subject tells of itself. */
  isQuiet?: boolean;
}

/**
 * Called when a task has ended without a result, in the transaction that ends it; `task.state` says whether it failed
 * or was cancelled.
 */
export type FailureHandler = (tx: Tx, task: Task, payload: unknown) => Promise<void>;

/** The job queue. Work is shared fairly between accounts, however much each has waiting. */
export interface Jobs {
  /** Adds a task and its job in the caller's transaction. */
  enqueue(tx: Tx, job: string, options: EnqueueOptions): Promise<Task>;
  /** Adds several at once. */
  enqueueMany(tx: Tx, job: string, options: EnqueueOptions[]): Promise<Task[]>;
  /** Cancels a task of this account; a running one stops within a second. */
  cancel(accountId: string, taskId: string): Promise<Task>;
  /** Restarts a failed or cancelled task from its first attempt. */
  retry(accountId: string, taskId: string): Promise<Task>;
  /**
   * Restarts those of some tasks that failed or were cancelled, in the caller's transaction and in this order. As with
   * {@link Jobs.pause}, there are no events for the single tasks.
   * @returns the ids of the restarted tasks
   */
  retryMany(tx: Tx, job: string, accountId: string, taskIds: readonly string[]): Promise<string[]>;
  /**
   * Holds back the waiting tasks of a subject until {@link Jobs.resume}; running ones continue. There are no events for
   * the single tasks: the caller publishes one for the subject.
   * @returns how many were waiting
   */
  pause(tx: Tx, job: string, subject: TaskSubject): Promise<number>;
  /**
   * Returns the paused tasks of a subject to the end of the queue.
   * @returns how many were paused
   */
  resume(tx: Tx, job: string, subject: TaskSubject): Promise<number>;
  get(accountId: string, taskId: string): Promise<Task>;
  /**
   * Tasks of an account, newest first.
   * @param options.plugin those of this plugin's jobs; of all when absent
   */
  list(
    accountId: string,
    options?: { subjectId?: string; states?: TaskState[]; limit?: number; plugin?: string },
  ): Promise<Task[]>;
  /** Counts by state over all accounts, for metrics and operators. */
  stats(): Promise<Record<string, Record<TaskState, number>>>;
}
