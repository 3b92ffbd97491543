import type { ServerContext } from '#core/server/plugins/context.ts';
import type { TaskState } from '#core/server/services/jobs/jobs.ts';

/** Cancels the tasks that work for a subject; of those that have ended nothing changes. */
export async function stopWork(
  { jobs }: Pick<ServerContext, 'jobs'>,
  accountId: string,
  subjectId: string,
): Promise<null> {
  const states: TaskState[] = ['queued', 'running', 'paused'];
  for (const { id } of await jobs.list(accountId, { subjectId, states, plugin: 'copywriting' })) {
    await jobs.cancel(accountId, id);
  }
  return null;
}
