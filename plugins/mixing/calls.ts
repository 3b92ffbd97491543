import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';

import { mixProjectSchema, MOST_OUTPUTS } from './project.ts';

const id = z.uuid();
const one = z.object({ id });

export const mixProjectRowSchema = z.object({
  id,
  /** Counts changes; an update must name the one that it saw. */
  revision: z.number().int(),
  document: mixProjectSchema,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const mixRunSchema = z.object({
  id,
  projectId: id,
  state: z.enum(['planning', 'rendering', 'certifying', 'done', 'failed', 'cancelled']),
  /** Outputs that were asked for. */
  count: z.number().int(),
  /** Outputs that are possible; null until the run is planned. */
  planned: z.number().int().nullable(),
  /** Outputs that are finished. */
  made: z.number().int(),
  share: z.number().int().nullable(),
  seed: z.number().int(),
  /** Materials that could not be used, each with the reason in the caller's language. */
  refused: z.array(z.object({ material: z.string(), reason: z.string() })),
  /** Why the run failed, in the caller's language. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const mixOutputSchema = z.object({
  id,
  position: z.number().int(),
  state: z.enum(['planned', 'made', 'given-up', 'replaced']),
  shots: z.array(
    z.object({ group: z.string(), material: z.string(), window: z.object({ start: z.number(), end: z.number() }) }),
  ),
  title: z.string().nullable(),
  /** Id of the video in the account's files. */
  fileId: id.nullable(),
  seconds: z.number().nullable(),
});

/** A project as the workbench shows it. */
export const mixCardSchema = z.object({
  id,
  name: z.string(),
  /** When the project or its last run changed. */
  changedAt: z.iso.datetime(),
  /** Its last run, or null. */
  run: mixRunSchema.pick({ id: true, state: true, count: true, planned: true, made: true, error: true }).nullable(),
  /** Its last video, or a material of it before there is one; null when neither is there. */
  picture: z.object({ kind: z.enum(['image', 'video']), url: z.string() }).nullable(),
});
export type MixCard = z.output<typeof mixCardSchema>;

export const createMixProject = defineCall({
  method: 'POST',
  path: '/api/mixing/projects',
  summary: 'Creates a mix project. It may be unfinished; rules are checked when it runs.',
  body: mixProjectSchema,
  data: mixProjectRowSchema,
});

export const listMixProjects = defineCall({
  method: 'GET',
  path: '/api/mixing/projects',
  summary: 'Lists the account’s mix projects, last changed first.',
  query: pageQuery,
  data: page(mixProjectRowSchema),
});

export const listMixCards = defineCall({
  method: 'GET',
  path: '/api/mixing/cards',
  summary: 'Lists the mix projects that were worked on last, each with its last run and a picture.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(12) }),
  data: z.object({
    items: z.array(mixCardSchema),
    /** Whether any video was ever made. */
    made: z.boolean(),
  }),
});

export const readMixProject = defineCall({
  method: 'GET',
  path: '/api/mixing/projects/:id',
  summary: 'Reads a mix project.',
  params: one,
  data: mixProjectRowSchema,
});

export const updateMixProject = defineCall({
  method: 'PUT',
  path: '/api/mixing/projects/:id',
  summary: 'Saves a mix project, if nobody saved it since the named revision (409).',
  params: one,
  body: z.strictObject({ revision: z.number().int().min(1), document: mixProjectSchema }),
  data: mixProjectRowSchema,
});

export const deleteMixProject = defineCall({
  method: 'DELETE',
  path: '/api/mixing/projects/:id',
  summary: 'Deletes a mix project; its videos stay.',
  params: one,
  data: z.null(),
});

export const createMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/projects/:id/runs',
  summary: 'Starts making videos from a project, distinct from all that it made before.',
  params: one,
  body: z.strictObject({
    count: z.number().int().min(1).max(MOST_OUTPUTS),
    /** Most shots that any two videos may share; the least possible when absent. */
    share: z.number().int().min(0).max(19).optional(),
    /** The same seed gives the same plan. */
    seed: z
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(1),
  }),
  data: mixRunSchema,
});

export const readMixRun = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id',
  summary: 'Reads how far a run is.',
  params: one,
  data: mixRunSchema,
});

export const listMixOutputs = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/outputs',
  summary: 'Lists the outputs of a run in their order.',
  params: one,
  query: pageQuery,
  data: page(mixOutputSchema),
});

export const cancelMixRun = defineCall({
  method: 'POST',
  path: '/api/mixing/runs/:id/cancel',
  summary: 'Stops a run; finished videos stay.',
  params: one,
  data: mixRunSchema,
});

export const readMixCertificate = defineCall({
  method: 'GET',
  path: '/api/mixing/runs/:id/certificate',
  summary: 'Reads the certificate of a finished run: every pair compared.',
  params: one,
  data: z.looseObject({}),
});
