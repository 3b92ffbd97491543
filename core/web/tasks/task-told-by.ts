import type { z } from 'zod';

import type { taskEventSchema } from '#core/contract/task-calls.ts';

type Told = Pick<z.output<typeof taskEventSchema>, 'id' | 'job' | 'subjectId' | 'state' | 'progress' | 'secondsLeft'>;

/**
 * The task that an event `task` tells of; undefined when it tells of none. The schema itself would load zod on the
 * start page.
 */
export function taskToldBy(data: unknown): Told | undefined {
  return isTold(data) ? data : undefined;
}

function isTold(data: unknown): data is Told {
  if (typeof data !== 'object' || data === null) return false;
  const { id, job, subjectId, state, progress, secondsLeft } = data as Partial<Record<keyof Told, unknown>>;
  return (
    typeof id === 'string' &&
    typeof job === 'string' &&
    (subjectId === null || typeof subjectId === 'string') &&
    typeof state === 'string' &&
    typeof progress === 'number' &&
    (secondsLeft === null || typeof secondsLeft === 'number')
  );
}
