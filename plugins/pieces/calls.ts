import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { agreedCostSchema } from '#core/contract/price.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import { footageSchema } from './footage.ts';
import { LONGEST_NAME, MOST_PROJECTS, MOST_VIDEOS } from './limits.ts';
import { filledSlotsSchema, pieceSchema } from './project.ts';
import { slotsSchema, templateSchema } from './template.ts';

const id = z.uuid();
const one = z.strictObject({ id });
const name = z.string().overwrite(withoutBidiControls).trim().min(1).max(LONGEST_NAME);

export const templateRowSchema = z.object({
  id,
  name: shownName,
  slots: slotsSchema,
  /** One more with each change. */
  revision: z.number().int(),
  updatedAt: z.iso.datetime(),
});
/** A template as it is kept. */
export type TemplateRow = z.output<typeof templateRowSchema>;

export const listTemplates = defineCall({
  method: 'GET',
  path: '/api/pieces/templates',
  summary: 'Lists the account’s templates of pieces, last changed first.',
  data: z.object({ items: z.array(templateRowSchema) }),
});

export const createTemplate = defineCall({
  method: 'POST',
  path: '/api/pieces/templates',
  summary: 'Keeps a template of pieces.',
  body: templateSchema,
  data: templateRowSchema,
});

export const saveTemplate = defineCall({
  method: 'PUT',
  path: '/api/pieces/templates/:id',
  summary:
    'Changes a template, if nobody changed it since the named revision (409). Projects made from it stay as they are.',
  params: one,
  body: z.strictObject({ ...templateSchema.shape, revision: z.number().int() }),
  data: templateRowSchema,
});

export const deleteTemplate = defineCall({
  method: 'DELETE',
  path: '/api/pieces/templates/:id',
  summary: 'Deletes a template; projects made from it stay.',
  params: one,
  data: z.null(),
});

export const projectRowSchema = z.object({
  id,
  name: shownName,
  /** `waiting` until all of its videos are measured; `failed` where none of them can be used. */
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Why it failed, in the caller’s language. */
  error: z.string().nullable(),
  /** Ids of the videos that it is cut from. */
  materials: z.array(id),
  slots: filledSlotsSchema,
  revision: z.number().int(),
  updatedAt: z.iso.datetime(),
});
/** A project: which pieces of which videos are in which slots. */
export type ProjectRow = z.output<typeof projectRowSchema>;

export const createProjects = defineCall({
  method: 'POST',
  path: '/api/pieces/projects',
  summary:
    'Makes projects of videos and a template, one after the other, so that no footage is in two of them; pieces are chosen as soon as the videos are measured.',
  body: z.strictObject({
    name,
    template: id,
    materials: z.array(id).min(1).max(MOST_VIDEOS),
    /** One project takes pieces of all videos, or each is of one video. */
    each: z.enum(['together', 'video']).default('together'),
    /** How many; of each video so many. */
    count: z.number().int().min(1).max(MOST_PROJECTS).default(1),
  }),
  data: z.object({ items: z.array(projectRowSchema) }),
});

export const listProjects = defineCall({
  method: 'GET',
  path: '/api/pieces/projects',
  summary: 'Lists the account’s projects of pieces, last changed first.',
  query: pageQuery,
  data: page(projectRowSchema),
});

/** What is known of a video of a project. */
export const measuredVideoSchema = z.object({
  /** That of the material. */
  id,
  state: z.enum(['measuring', 'measured', 'failed']),
  /** The share that is done, 0 to 1. */
  progress: z.number(),
  footage: footageSchema.nullable(),
  error: z.string().nullable(),
});
export type MeasuredVideo = z.output<typeof measuredVideoSchema>;

export const openProject = defineCall({
  method: 'GET',
  path: '/api/pieces/projects/:id',
  summary: 'Reads a project, what was measured of its videos, and which pieces of them other projects have.',
  params: one,
  data: z.object({ project: projectRowSchema, videos: z.array(measuredVideoSchema), taken: z.array(pieceSchema) }),
});

export const saveProject = defineCall({
  method: 'PUT',
  path: '/api/pieces/projects/:id',
  summary:
    'Keeps the name and the pieces of a project; refused where somebody else changed it meanwhile, and where footage would be used twice (409).',
  params: one,
  body: z.strictObject({ name, slots: filledSlotsSchema, revision: z.number().int() }),
  data: projectRowSchema,
});

export const retryProject = defineCall({
  method: 'POST',
  path: '/api/pieces/projects/:id/measuring',
  summary: 'Measures the videos of a failed project once more.',
  params: one,
  data: projectRowSchema,
});

export const deleteProject = defineCall({
  method: 'DELETE',
  path: '/api/pieces/projects/:id',
  summary: 'Deletes a project; what was exported of it stays.',
  params: one,
  data: z.null(),
});

/** What becomes of pieces: materials, or those and a mix project of them. */
export const EXPORTS = ['library', 'mix'] as const;
export type ExportInto = (typeof EXPORTS)[number];

export const startExport = defineCall({
  method: 'POST',
  path: '/api/pieces/runs',
  summary:
    'Exports the pieces of projects into the library, and makes a mix project of them if wanted: a shot group for each slot.',
  body: z.strictObject({
    projects: z.array(id).min(1).max(MOST_PROJECTS),
    into: z.enum(EXPORTS).default('library'),
    /** A folder of the library, none, or one of that name. */
    folder: z.union([id, z.null(), z.strictObject({ name: z.string().trim().min(1).max(60) })]).default(null),
    agreed: agreedCostSchema,
  }),
  data: toolRunSchema,
});
