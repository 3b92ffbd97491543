import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** The state of a task. */
export type TaskState = 'queued' | 'running' | 'paused' | 'cancelling' | 'cancelled' | 'succeeded' | 'failed';

/** A unit of work that a person can watch. Written by the queue's machinery only. */
export interface Task {
  id: string;
  accountId: string;
  /** The job's name, such as `mixing.render-output`. */
  job: string;
  /** What it works for, such as a run's id; null for a task on its own. */
  subjectId: string | null;
  state: TaskState;
  /** 0 to 1; never goes back within an attempt. */
  progress: number;
  /** Estimated seconds to the end, or null while unknown. */
  secondsLeft: number | null;
  /** 1 for the first try. */
  attempt: number;
  error: { code: MessageKey; params: MessageParams } | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface EnqueueOptions {
  accountId: string;
  /** Plain JSON that the worker needs; ids rather than copies. */
  payload: unknown;
  subjectId?: string;
  /** Not before this time. */
  startAfter?: Date;
  /** Tries in all before the dead-letter queue; 3 when absent. */
  attempts?: number;
}

/** All tasks of one job that work for the same thing. */
export interface TaskSubject {
  accountId: string;
  subjectId: string;
}

/**
 * What a handler gets. It must be idempotent: after a crash the same task runs again. An expected condition that
 * it throws ends the task at once, except one of the kind `unavailable`, which is tried again as any other error.
 */
export interface JobRun {
  task: Task;
  payload: unknown;
  /** Fires when the task is cancelled, the worker stops, or the attempt is lost to another worker. */
  signal: AbortSignal;
  /** Reports progress from 0 to 1; written at most once a second. */
  progress(value: number, secondsLeft?: number): void;
  /**
   * Runs `publish` in a transaction, only if this attempt still owns the task;
   * answers false when another attempt took over.
   */
  complete(publish?: (tx: Tx) => Promise<void>): Promise<boolean>;
}

/** The id of the plugin that owns a job, from the job's name. */
export function pluginOf(job: string): string {
  return job.slice(0, Math.max(0, job.indexOf('.')));
}

/** Works on a job. It may run again after a crash, so it must be idempotent. */
export type JobHandler = (run: JobRun) => Promise<void>;

/**
 * Called when a task has ended without a result: `task.state` says whether it failed for good or was cancelled. Part of
 * the transaction that says so.
 */
export type FailureHandler = (tx: Tx, task: Task, payload: unknown) => Promise<void>;

/** The queue. Work is shared fairly between accounts, however much each has waiting. */
export interface Jobs {
  /** Adds a task and its job in the caller's transaction. */
  enqueue(tx: Tx, job: string, options: EnqueueOptions): Promise<Task>;
  /** The same for many at once. */
  enqueueMany(tx: Tx, job: string, options: EnqueueOptions[]): Promise<Task[]>;
  /** Asks a task of this account to stop; a running one stops within a second. */
  cancel(accountId: string, taskId: string): Promise<Task>;
  /** Runs a failed or cancelled task again from its first attempt. */
  retry(accountId: string, taskId: string): Promise<Task>;
  /**
   * Runs those of some tasks again that failed or were cancelled, in the caller's transaction and in this order. As with
   * a pause, no event tells of the single tasks.
   * @returns the ids of those that wait again
   */
  retryMany(tx: Tx, job: string, accountId: string, taskIds: readonly string[]): Promise<string[]>;
  /**
   * Keeps waiting tasks of a subject from starting until {@link Jobs.resume}; those under way go on. No event tells
   * of the single tasks: whoever pauses tells of the subject.
   * @returns how many were waiting
   */
  pause(tx: Tx, job: string, subject: TaskSubject): Promise<number>;
  /**
   * Lets the paused tasks of a subject wait for a worker again, behind what others have waiting by then.
   * @returns how many were paused
   */
  resume(tx: Tx, job: string, subject: TaskSubject): Promise<number>;
  get(accountId: string, taskId: string): Promise<Task>;
  list(accountId: string, options?: { subjectId?: string; states?: TaskState[]; limit?: number }): Promise<Task[]>;
  /** Counts by state over all accounts, for metrics and operators. */
  stats(): Promise<Record<string, Record<TaskState, number>>>;
}
