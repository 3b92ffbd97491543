import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { costSchema } from '#core/contract/price.ts';
import { shownName } from '#core/contract/shown-name.ts';

import {
  BATCH_ITEM_STATES,
  BATCH_STAGES,
  BATCH_STATES,
  BATCH_VIDEO_STATES,
  batchOptionsSchema,
  EXTRACT_FROM,
} from './batch-options.ts';
import { languageSchema as language } from './call-fields.ts';
import { BATCH_LIMITS, TRANSLATION_LIMITS } from './limits.ts';

const id = z.uuid();
const params = z.strictObject({ id });
const path = '/api/translation/batches';
const name = z.string().overwrite(withoutBidiControls).trim().min(1);
const one = <T>(given: T[]): T[] => [...new Set(given)];

const wantedSchema = batchOptionsSchema.extend({
  videos: z.array(id).min(1).max(BATCH_LIMITS.videos).overwrite(one),
  languages: z.array(language).min(1).max(BATCH_LIMITS.languages).overwrite(one),
});

/** Amounts of units that something costs. */
const costsSchema = z.array(costSchema).max(10);

const planSchema = z.object({
  /** Videos, languages, and videos that come out. */
  videos: z.number().int(),
  languages: z.number().int(),
  results: z.number().int(),
  /** Of all videos together, as far as it is known. */
  seconds: z.number(),
  /** Videos whose text is there, with its lines and letters; from the others it is extracted. */
  texts: z.object({ known: z.number().int(), lines: z.number().int(), letters: z.number().int() }),
  /** Where text can be looked for, what finds most first; nothing where nothing reads or hears the language. */
  ways: z.array(z.enum(EXTRACT_FROM)),
  /** The most that it costs here, with what the account has of that; empty for nothing. */
  costs: z.array(costSchema.extend({ available: z.number().int() })),
  /** Whether a service works that bills its operator by itself; what that costs nobody tells. */
  usesService: z.boolean(),
  /** How long it will take by what earlier batches took; null before there was one. */
  secondsLeft: z.number().nullable(),
  /** Videos that cannot be taken: they are gone, not ready yet, or too large for their text to be extracted. */
  faults: z.array(z.object({ id, why: z.enum(['gone', 'preparing', 'large']) })),
  /** Languages that no voice speaks: their videos keep their own sound. */
  voiceless: z.array(z.string()),
  /** What is missing, in the caller's language; null where nothing is. */
  noTranslation: z.string().nullable(),
  noVoice: z.string().nullable(),
});
/** What a batch comes to. */
export type BatchPlan = z.output<typeof planSchema>;

/** How many videos in languages are at what. */
const countsSchema = z.record(z.enum(BATCH_ITEM_STATES), z.number().int());
export type BatchCounts = z.output<typeof countsSchema>;

export const batchSchema = z.object({
  id,
  name: shownName,
  state: z.enum(BATCH_STATES),
  options: batchOptionsSchema,
  counts: countsSchema,
  /** In the order in which they are worked on. */
  languages: z.array(z.object({ language: z.string(), counts: countsSchema, folderId: id.nullable() })),
  videos: z.array(
    z.object({
      materialId: id,
      name: shownName,
      /** Its text. */
      state: z.enum(BATCH_VIDEO_STATES),
      /** Why there is none, in the caller's language. */
      error: z.string().nullable(),
      projectId: id.nullable(),
      counts: countsSchema,
    }),
  ),
  /** Why it was paused, in the caller's language; null where its owner has done so, and where it is not. */
  error: z.string().nullable(),
  /** Why some have failed: each cause once. */
  causes: z.array(z.object({ code: z.string(), text: z.string(), count: z.number().int() })),
  folderId: id.nullable(),
  secondsLeft: z.number().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
/** Videos that are translated into languages. */
export type Batch = z.output<typeof batchSchema>;

/** A batch as lists show it. */
const listedSchema = batchSchema
  .omit({ languages: true, videos: true, error: true, causes: true, secondsLeft: true })
  .extend({
    videos: z.number().int(),
    languages: z.array(z.string()),
  });

export const batchItemSchema = z.object({
  /** Unique in the batch. */
  id: z.string(),
  materialId: id,
  name: shownName,
  language: z.string(),
  stage: z.enum(BATCH_STAGES),
  state: z.enum(BATCH_ITEM_STATES),
  error: z.string().nullable(),
  projectId: id.nullable(),
  /** The finished video in the library; null before. */
  madeId: id.nullable(),
});
/** A video in a language. */
export type BatchItem = z.output<typeof batchItemSchema>;

export const planBatch = defineCall({
  method: 'POST',
  path: '/api/translation/batch-plans',
  summary: 'Says what a batch comes to: counts, minutes, lines, cost and time, before anything begins.',
  body: wantedSchema,
  data: planSchema,
});

export const startBatch = defineCall({
  method: 'POST',
  path,
  summary: 'Leads videos through text, translation, voice and subtitles in some languages, one language after another.',
  body: wantedSchema.extend({
    name: name.max(TRANSLATION_LIMITS.name),
    /** Where each language has a folder of its own: a folder's id, null for the top of the library, or a new one. */
    folder: z.union([z.null(), z.uuid(), z.strictObject({ name: name.max(60) })]),
    /** What was shown that it costs at most; absent for whatever it costs. */
    agreed: costsSchema.optional(),
  }),
  data: z.object({ id }),
});

export const listBatches = defineCall({
  method: 'GET',
  path,
  summary: 'Lists batches, the newest first.',
  query: pageQuery,
  data: page(listedSchema),
});

export const readBatch = defineCall({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Reads a batch: how far each language and each video is, and why some have failed.',
  params,
  data: batchSchema,
});

export const listBatchItems = defineCall({
  method: 'GET',
  path: `${path}/:id/items`,
  summary: 'Lists the videos of a batch in their languages, in the order in which they are worked on.',
  params,
  query: pageQuery.extend({
    state: z.enum(BATCH_ITEM_STATES).optional(),
    language: language.optional(),
    video: id.optional(),
  }),
  data: page(batchItemSchema),
});

export const changeBatch = defineCall({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Pauses a batch, goes on with it, or stops it; what is finished stays.',
  params,
  body: z.strictObject({ state: z.enum(['paused', 'working', 'cancelled']) }),
  data: batchSchema,
});

export const retryBatch = defineCall({
  method: 'POST',
  path: `${path}/:id/retries`,
  summary: 'Tries again what has failed by one cause, or all that has failed.',
  params,
  body: z.strictObject({ cause: z.string().max(200).optional() }),
  data: batchSchema,
});

export const acceptBatch = defineCall({
  method: 'POST',
  path: `${path}/:id/acceptances`,
  summary: 'Accepts the drafts of videos that wait for review, of one language or of all, and goes on with them.',
  params,
  body: z.strictObject({ language: language.optional() }),
  data: batchSchema,
});

export const removeBatch = defineCall({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Removes a batch that has ended; its projects and its videos stay.',
  params,
  data: z.null(),
});
