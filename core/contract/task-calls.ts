import { z } from 'zod';

import { defineCall } from './call.ts';
import { page, pageQuery } from './envelope.ts';

const TASK_STATES = ['queued', 'running', 'paused', 'cancelling', 'cancelled', 'succeeded', 'failed'] as const;

/** A task as its account sees it. */
export const taskSchema = z.object({
  id: z.uuid(),
  job: z.string(),
  subjectId: z.string().nullable(),
  state: z.enum(TASK_STATES),
  /** 0 to 1. */
  progress: z.number(),
  secondsLeft: z.number().nullable(),
  attempt: z.number().int(),
  error: z
    .object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
      /** The same as a sentence in the caller's language. */
      message: z.string(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

const one = z.object({ id: z.uuid() });

/** Newest first. */
export const listTasks = defineCall({
  method: 'GET',
  path: '/api/tasks',
  summary: 'Lists the account’s tasks, newest first.',
  query: pageQuery.extend({
    subjectId: z.string().max(100).optional(),
    /** Separated by commas: `queued,running`. */
    states: z
      .string()
      .max(200)
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(TASK_STATES)))
      .optional(),
  }),
  data: page(taskSchema),
});

/** One task of the account. */
export const readTask = defineCall({
  method: 'GET',
  path: '/api/tasks/:id',
  summary: 'Reads one task.',
  params: one,
  data: taskSchema,
});

/** Stops a task; 409 when it has ended by itself. */
export const cancelTask = defineCall({
  method: 'POST',
  path: '/api/tasks/:id/cancel',
  summary: 'Asks a task to stop; a running one stops within a second.',
  params: one,
  data: taskSchema,
});

/** Starts a failed or cancelled task from its first attempt; 409 for any other. */
export const retryTask = defineCall({
  method: 'POST',
  path: '/api/tasks/:id/retry',
  summary: 'Runs a failed or cancelled task again.',
  params: one,
  data: taskSchema,
});

/** Data of the event `task`. */
export const taskEventSchema = taskSchema.omit({ error: true });

/** Most jobs listed in one response. */
export const MAX_JOBS = 200;

/**
 * A job as users see it: all tasks that work for one subject, or a single task without one. Work with several stages,
 * such as planning and then rendering, shows the current one.
 */
export const jobSchema = z.object({
  /** The subject's id, or the task's own. */
  id: z.string(),
  subjectId: z.string().nullable(),
  /** Name of the stage: `mixing.render-output`. */
  job: z.string(),
  state: z.enum(['queued', 'running', 'paused', 'cancelling', 'failed']),
  /** Number of tasks in the stage. */
  total: z.number().int(),
  /** How many of them have ended. */
  ended: z.number().int(),
  /** Those that are running. */
  running: z.array(z.object({ id: z.uuid(), /** 0 to 1. */ progress: z.number() })),
  /** Estimated seconds to the end of the stage, or null while unknown. */
  secondsLeft: z.number().nullable(),
  /** Why it failed, and which task did. */
  error: z.object({ taskId: z.uuid(), message: z.string() }).nullable(),
  startedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** Tasks that were started together, as the list of tasks shows them. */
export type Job = z.output<typeof jobSchema>;

/** Running jobs, those that failed within a day, and waiting ones; each newest first. */
export const listJobs = defineCall({
  method: 'GET',
  path: '/api/jobs',
  summary: 'Lists what is under way for the account, tasks of one subject together, and what failed within a day.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(MAX_JOBS).default(50) }),
  data: z.object({
    items: z.array(jobSchema),
    /** The total, listed or not. */
    total: z.number().int(),
  }),
});
