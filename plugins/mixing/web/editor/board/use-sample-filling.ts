import { useEffect } from 'react';

import { useService } from '#core/web/react/use-service.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';

import { isSampleGroup } from '#plugins/mixing/sample-groups.ts';
import { useEditor } from '../store/use-editor.ts';

const DRAWING = 'mixing.draw-samples';

/**
 * How far the clips of the sample project are drawn, while they are: 0 to 1; `failed` when that was given up.
 * Null for any other project, and once all are there. For components that are observers.
 */
export function useSampleFilling(): number | 'failed' | null {
  const store = useEditor();
  const tasks = useService(TASKS);
  const isWaiting = store.project.groups.some(({ id, materials }) => isSampleGroup(id) && materials.length === 0);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const stop = tasks.follow();
    return () => void stop();
  }, [isWaiting, tasks]);
  if (!isWaiting) return null;
  const jobs = tasks.jobs.filter(({ job }) => job === DRAWING);
  const open = jobs.find(({ state }) => state !== 'failed');
  if (open !== undefined) return open.progress;
  return jobs.length > 0 ? 'failed' : null;
}
