import { cancelToolRun } from '#core/contract/tool-run-calls.ts';

import type { Http } from '../http/http.ts';
import type { TaskWork } from '../tasks/task-work.ts';

/**
 * What the list of jobs says of the runs of a plugin's tools, and how it stops them.
 * @param stages what other jobs of the plugin do, and jobs of tools that name theirs
 * @example context.contribute(TASK_WORK, toolTaskWork('crop', context.get(HTTP)));
 */
export function toolTaskWork(plugin: string, http: Pick<Http, 'call'>, stages: TaskWork['stages'] = {}): TaskWork {
  return {
    stages: {
      [`${plugin}.tool-plan`]: 'shell:runs.planning',
      [`${plugin}.tool-make`]: 'shell:runs.job-make',
      [`${plugin}.tool-finish`]: 'shell:runs.finishing',
      ...stages,
    },
    async cancel(runId, signal) {
      await http.call(cancelToolRun, { params: { id: runId } }, { signal, handlesErrors: true });
    },
    // A run keeps account of its items, so they are tried again on its page.
    mayRetry: false,
  };
}
