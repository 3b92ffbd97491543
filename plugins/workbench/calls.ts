import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { taskSchema } from '#core/contract/task-calls.ts';

/** Most jobs that one answer lists. */
export const MOST_JOBS = 200;

/**
 * A job as a person sees it: all tasks that work for one subject, or one task that works on its own. Work that goes
 * through stages, such as planning and then rendering, shows the present one.
 */
export const workbenchJobSchema = z.object({
  /** The subject's id; the task's own without a subject. */
  id: z.string(),
  subjectId: z.string().nullable(),
  /** Name of the stage: `mixing.render-output`. */
  job: z.string(),
  state: z.enum(['queued', 'running', 'paused', 'cancelling', 'failed']),
  /** Tasks of the stage. */
  total: z.number().int(),
  /** Those of them that have ended. */
  ended: z.number().int(),
  /** Those of them that run now. */
  running: z.array(z.object({ id: z.uuid(), /** 0 to 1. */ progress: z.number() })),
  /** Estimated seconds to the end of the stage, or null while unknown. */
  secondsLeft: z.number().nullable(),
  /** Why it failed, and which task did. */
  error: z.object({ taskId: z.uuid(), message: z.string() }).nullable(),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type WorkbenchJob = z.output<typeof workbenchJobSchema>;

/** What the event `task` tells. */
export const taskEventSchema = taskSchema.omit({ error: true });

/** What runs, what failed within a day, and what waits; each the newest first. */
export const listWorkbenchJobs = defineCall({
  method: 'GET',
  path: '/api/workbench/jobs',
  summary: 'Lists what is under way for the account, tasks of one subject together, and what failed within a day.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(MOST_JOBS).default(50) }),
  data: z.object({
    items: z.array(workbenchJobSchema),
    /** How many there are, listed or not. */
    total: z.number().int(),
  }),
});

/** Which first steps the account has taken, as far as no plugin knows better. */
export const readFirstSteps = defineCall({
  method: 'GET',
  path: '/api/workbench/first-steps',
  summary: 'Reads which of the first steps the account has taken.',
  data: z.object({
    /** Whether a video is among its files. */
    material: z.boolean(),
  }),
});
