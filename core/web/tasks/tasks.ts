import type { Undo } from '../scope.ts';
import { token } from '../token.ts';
import type { ShownJob } from './shown-job.ts';
import type { TaskWork } from './task-work.ts';

/** A job that has ended while somebody was looking. */
export interface EndedJob {
  id: string;
  /** Name of its last stage. */
  job: string;
  end: 'succeeded' | 'cancelled';
}

/** What is under way for the account, live: tasks that work for one subject are one job. Observable. */
export interface Tasks {
  /** What runs, what failed within a day and is not hidden, what waits; at most 200. */
  readonly jobs: readonly ShownJob[];
  /** Those of {@link jobs} that have not ended. */
  readonly open: readonly ShownJob[];
  /** The last few that have ended, the newest first. */
  readonly ended: readonly EndedJob[];
  /** How many there are, listed or not; null until they were read. */
  readonly total: number | null;
  /** How many there are that {@link jobs} does not list. */
  readonly unlisted: number;
  /** Of all that is open, 0 to 1. */
  readonly progress: number;
  /** Why they could not be read the last time; null when they could. */
  readonly failure: { error: unknown } | null;

  /** Reads and follows them as long as somebody does. */
  follow(): Undo;
  load(): Promise<void>;

  /** Whether a job is being steered this moment. */
  isBusy(id: string): boolean;
  /** Why a job could not be cancelled or run again; undefined when it could. */
  faultOf(id: string): string | undefined;
  /**
   * Stops a job; asks first when it is made of several tasks. What goes wrong is told by {@link faultOf}.
   * @param title what the job is called
   * @param work what its plugin says of it
   */
  cancel(job: ShownJob, title: string, work?: TaskWork): Promise<void>;
  /** Runs what failed again. What goes wrong is told by {@link faultOf}. */
  retry(job: ShownJob): Promise<void>;
  /** Shows a failure no more, in this browser. */
  hide(job: ShownJob): void;
}

export const TASKS = token<Tasks>('tasks', 1);
