import type { Job } from '#core/contract/task-calls.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { PluginContext } from '../plugin-context.ts';
import { slot } from '../slot.ts';

/** What a plugin's tasks do, and how they are stopped. */
export interface TaskWork {
  /** What each job does, by its name: `mixing.render-output`. */
  stages: Readonly<Record<string, MessageKey>>;
  /**
   * Stops all work for a subject. Without it each task is stopped by itself, which is not enough for a plugin whose
   * rows remember what its tasks are at.
   */
  cancel?(subjectId: string, signal: AbortSignal): Promise<void>;
  /** Whether a failed task may run again by itself; true when absent. */
  mayRetry?: boolean;
}

/** Says what tasks do and how they are stopped; the tasks are those whose names begin with the plugin's id. */
export const TASK_WORK = slot<TaskWork>(
  'tasks.work',
  ({ stages, cancel }) =>
    Object.values(stages).every((stage) => typeof stage === 'string') &&
    (cancel === undefined || typeof cancel === 'function'),
);

/** Id of the plugin that a job belongs to: its name begins with it. */
export function ownerOf({ job }: Pick<Job, 'job'>): string {
  return job.split('.')[0] ?? job;
}

/** What the plugin of a job says of it; undefined when it says nothing. */
export function workOf(
  job: Pick<Job, 'job'>,
  items: ReadonlyArray<{ context: Pick<PluginContext, 'id'>; item: TaskWork }>,
): TaskWork | undefined {
  return items.find(({ context }) => context.id === ownerOf(job))?.item;
}
