import { cancelTask, listTasks } from '#core/contract/task-calls.ts';
import type { Http } from '#core/web/http/http.ts';
import { toolTaskWork } from '#core/web/runs/tool-task-work.ts';
import type { TaskWork } from '#core/web/tasks/task-work.ts';

/** What the list of jobs says of translating and dubbing, and how it stops both. */
export function translationWork(http: Pick<Http, 'call'>): TaskWork {
  const runs = toolTaskWork('translation', http, {
    'translation.translate': 'translation:job.translate',
    'translation.batch': 'translation:job.batch',
  });
  return {
    ...runs,
    // Dubs work for their run, which ends as a whole; languages that are translated work for their project.
    async cancel(subjectId, signal) {
      const query = { subjectId, states: 'queued,running,paused', limit: 100 };
      const { items } = await http.call(listTasks, { query }, { signal, handlesErrors: true });
      if (items.some(({ job }) => job.startsWith('translation.tool-'))) return await runs.cancel?.(subjectId, signal);
      for (const { id } of items) await http.call(cancelTask, { params: { id } }, { signal, handlesErrors: true });
      return undefined;
    },
  };
}
