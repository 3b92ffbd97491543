import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { agreedCostSchema } from '#core/contract/price.ts';
import { foundShotsSchema } from '#core/contract/shots.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import { LONGEST_NAME, LONGEST_TAG, MOST_TAGS, MOST_VIDEOS } from './limits.ts';
import { editSchema, ruleSchema } from './shots.ts';

const id = z.uuid();

/** What is known of a video's shots. */
export const splitVideoSchema = z.object({
  /** That of the material. */
  id,
  state: z.enum(['finding', 'found', 'failed']),
  /** Null until they are found. */
  found: foundShotsSchema.nullable(),
  /** Why they could not be found, in the caller's language. */
  error: z.string().nullable(),
  edit: editSchema,
  /** One more with each change of `edit`. */
  revision: z.number().int(),
});
export type SplitVideo = z.output<typeof splitVideoSchema>;

/** Materials that are no videos, or that are not there, are left out. */
export const openVideos = defineCall({
  method: 'POST',
  path: '/api/segmentation/openings',
  summary: 'Reads the shots of videos, and has those found that are not known yet.',
  body: z.strictObject({
    ids: z.array(id).max(MOST_VIDEOS),
    /** Looks again where nothing could be found. */
    again: z.boolean().default(false),
  }),
  data: z.object({ items: z.array(splitVideoSchema) }),
});

export const saveEdit = defineCall({
  method: 'PUT',
  path: '/api/segmentation/videos/:id/edit',
  summary: 'Keeps what somebody changed of a video’s shots; refused where somebody else changed them meanwhile (409).',
  params: z.strictObject({ id }),
  body: z.strictObject({ edit: editSchema, revision: z.number().int() }),
  data: z.object({ revision: z.number().int() }),
});

/** A shot that is exported. */
export const exportedShotSchema = z
  .strictObject({
    from: z.number().min(0),
    to: z.number().positive(),
    name: z.string().trim().max(LONGEST_NAME).default(''),
    tags: z.array(z.string().trim().min(1).max(LONGEST_TAG)).max(MOST_TAGS).default([]),
  })
  .refine(({ from, to }) => to > from, { error: 'the end lies behind the beginning', path: ['to'] });

/** Where shots go in the library: a folder, none, or one of that name. */
export const destinationSchema = z.union([id, z.null(), z.strictObject({ name: z.string().trim().min(1).max(60) })]);

export const startSplit = defineCall({
  method: 'POST',
  path: '/api/segmentation/runs',
  summary: 'Exports shots of videos into the library: those that are named, or all that are found.',
  body: z.strictObject({
    name: z.string().trim().min(1).max(120),
    videos: z
      .array(z.strictObject({ id, shots: z.array(exportedShotSchema).min(1).max(500).optional() }))
      .min(1)
      .max(MOST_VIDEOS),
    rule: ruleSchema.default(ruleSchema.parse({})),
    folder: destinationSchema.default(null),
    agreed: agreedCostSchema,
  }),
  data: toolRunSchema,
});
