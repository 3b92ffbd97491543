import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import { mixProjectSchema } from './project.ts';

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
/** A mix project as it is stored: its settings, with what counts their changes. */
export type MixProjectRow = z.output<typeof mixProjectRowSchema>;

/** A project as the workbench shows it. */
export const mixCardSchema = z.object({
  id,
  name: shownName,
  /** When the project or its last run changed. */
  changedAt: z.iso.datetime(),
  /** Its last run, or null. */
  run: toolRunSchema
    .pick({ id: true, state: true, planned: true, made: true, error: true })
    /** Videos that were asked for. */
    .extend({ count: z.number().int() })
    .nullable(),
  /** Its last video, or a material of it before there is one; null when neither is there. */
  picture: z.object({ kind: z.enum(['image', 'video']), url: z.string() }).nullable(),
  groups: z.number().int(),
  /** Materials in all groups together. */
  clips: z.number().int(),
  /** Videos of all its runs. */
  videos: z.number().int(),
  /** When its last run began; null before the first. */
  ranAt: z.iso.datetime().nullable(),
});
export type MixCard = z.output<typeof mixCardSchema>;

export const listMixCards = defineCall({
  method: 'GET',
  path: '/api/mixing/cards',
  summary: 'Lists the mix projects that were worked on last, each with its last run and a picture.',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(50).default(12),
    /** Words of the name. */
    q: z.string().trim().max(100).optional(),
    /** By the last run: none yet, under way, done, failed or cancelled. */
    state: z.enum(['draft', 'working', 'done', 'failed']).optional(),
  }),
  data: page(mixCardSchema).extend({
    /** Whether any video was ever made. */
    made: z.boolean(),
  }),
});

/** Most materials of one question. */
export const MAX_ASKED = 10_000;

export const findMaterialUses = defineCall({
  method: 'POST',
  path: '/api/mixing/material-uses',
  summary: 'Lists the mix projects that use any of these materials, last changed first; `total` counts all of them.',
  body: z.strictObject({ ids: z.array(id).min(1).max(MAX_ASKED) }),
  data: z.object({ items: z.array(z.object({ id, title: shownName })), total: z.number().int() }),
});

export const createMixProject = defineCall({
  method: 'POST',
  path: '/api/mixing/projects',
  summary: 'Creates a mix project. It may be unfinished; rules are checked when it runs.',
  query: z.object({
    /** An id of the caller’s choice makes it safe to send again when no answer came: there is one project then. */
    id: id.optional(),
    /** Whether its name gets a number when another project has it, as names that nobody typed should. */
    numbered: z
      .enum(['true', 'false'])
      .transform((text) => text === 'true')
      .optional(),
  }),
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

export const copyMixProject = defineCall({
  method: 'POST',
  path: '/api/mixing/projects/:id/copies',
  summary: 'Duplicates a mix project; its runs stay with the first.',
  params: one,
  body: z.strictObject({ name: z.string().overwrite(withoutBidiControls).trim().max(100) }),
  data: mixProjectRowSchema,
});

export const restoreMixProject = defineCall({
  method: 'POST',
  path: '/api/mixing/projects/:id/restore',
  summary: 'Takes back the deletion of a mix project.',
  params: one,
  data: mixProjectRowSchema,
});

export const announcePresence = defineCall({
  method: 'POST',
  path: '/api/mixing/projects/:id/presence',
  summary:
    'Tells the account’s other windows that one has a project open, asks who else has, or says that it closes it.',
  params: one,
  body: z.strictObject({
    /** An id of the window’s choice. */
    window: id,
    says: z.enum(['here', 'here-who-else', 'gone']),
  }),
  data: z.null(),
});

export const createSampleProject = defineCall({
  method: 'POST',
  path: '/api/mixing/samples',
  summary:
    'Puts our sample clips into the library and a project of them beside; a second call answers the same project.',
  data: mixProjectRowSchema,
});
