import type { Job } from '#core/contract/task-calls.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { PluginContext } from '../plugin-context.ts';
import { slot } from '../slot.ts';

/** Describes a plugin's tasks, and how to stop them. */
export interface TaskWork {
  /** What each job does, by job name: `mixing.render-output`. */
  stages: Readonly<Record<string, MessageKey>>;
  /**
   * Stops all work for a subject. Without it tasks are cancelled one by one, which is not enough for a plugin whose
   * rows track their tasks.
   */
  cancel?(subjectId: string, signal: AbortSignal): Promise<void>;
  /** Whether a failed task may be retried; true by default. */
  mayRetry?: boolean;
}

/** Describes the tasks of a plugin, which are those whose names begin with its id. */
export const TASK_WORK = slot<TaskWork>(
  'tasks.work',
  ({ stages, cancel }) =>
    Object.values(stages).every((stage) => typeof stage === 'string') &&
    (cancel === undefined || typeof cancel === 'function'),
);

/** Id of the plugin that a job belongs to, which its name begins with. */
export function ownerOf({ job }: Pick<Job, 'job'>): string {
  return job.split('.')[0] ?? job;
}

/** What the job's plugin says about it; undefined when it says nothing. */
export function workOf(
  job: Pick<Job, 'job'>,
  items: ReadonlyArray<{ context: Pick<PluginContext, 'id'>; item: TaskWork }>,
): TaskWork | undefined {
  return items.find(({ context }) => context.id === ownerOf(job))?.item;
}
