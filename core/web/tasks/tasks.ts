import type { Undo } from '../scope.ts';
import { token } from '../token.ts';
import type { ShownJob } from './shown-job.ts';
import type { TaskWork } from './task-work.ts';

/** A job that ended while somebody was following. */
export interface EndedJob {
  id: string;
  /** Name of its last stage. */
  job: string;
  end: 'succeeded' | 'cancelled';
}

/** The account's background jobs, live; tasks that work for one subject form one job. Observable. */
export interface Tasks {
  /** Jobs that run, that failed within the last day and are not hidden, and that wait; at most 200. */
  readonly jobs: readonly ShownJob[];
  /** The {@link jobs} that have not ended. */
  readonly open: readonly ShownJob[];
  /** The last few jobs that ended, newest first. */
  readonly ended: readonly EndedJob[];
  /** The number of jobs, listed or not; null until loaded. */
  readonly total: number | null;
  /** The number of jobs that {@link jobs} does not list. */
  readonly unlisted: number;
  /** Of all open jobs together, 0 to 1. */
  readonly progress: number;
  /** Why the last load failed; null when it succeeded. */
  readonly failure: { error: unknown } | null;

  /** Loads the jobs and keeps them up to date until undone. */
  follow(): Undo;
  load(): Promise<void>;

  /** Whether a job is being cancelled or retried right now. */
  isBusy(id: string): boolean;
  /** Why a job could not be cancelled or retried; undefined when it could. */
  faultOf(id: string): string | undefined;
  /**
   * Cancels a job; asks first when it consists of several tasks. Failures are available from {@link faultOf}.
   * @param title the job's display name
   * @param work what its plugin says about it
   */
  cancel(job: ShownJob, title: string, work?: TaskWork): Promise<void>;
  /** Retries a job's failed tasks. Failures are available from {@link faultOf}. */
  retry(job: ShownJob): Promise<void>;
  /** Hides a failure in this browser. */
  hide(job: ShownJob): void;
}

export const TASKS = token<Tasks>('tasks', 1);
