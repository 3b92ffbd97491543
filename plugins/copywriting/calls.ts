import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { agreedCostSchema } from '#core/contract/price.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { speechSpanSchema } from '#core/contract/speech.ts';
import { timedTextSchema } from '#core/contract/timed-text/timed-cue.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import {
  DOCUMENT_MEGABYTES,
  EXTRACT_FROM,
  extractSettingsSchema,
  MOST_VIDEOS,
  TEXT_LIMITS,
  wantedTextSchema,
} from './limits.ts';

const id = z.uuid();
const params = z.strictObject({ id });
const path = '/api/copywriting/texts';
const name = z.string().overwrite(withoutBidiControls).trim().min(1).max(TEXT_LIMITS.name);
const tags = z
  .array(z.string().overwrite(withoutBidiControls).trim().min(1).max(TEXT_LIMITS.tag))
  .max(TEXT_LIMITS.tags)
  .overwrite((given) => [...new Set(given)]);
const language = z.string().min(2).max(20);

/** What a text is at. */
export const TEXT_STATES = ['extracting', 'success', 'failed'] as const;

export const listedTextSchema = z.object({
  id,
  /** Of the file that it is from, or what its owner called it. */
  name: shownName,
  /** The ending of that file, such as `mp4`; empty for a text that was typed. */
  type: z.string(),
  /** Bytes of that file; null for a text that was typed. */
  size: z.number().nullable(),
  /** How long the video is; null for a text without one. */
  seconds: z.number().nullable(),
  state: z.enum(TEXT_STATES),
  /** Why it failed, in the caller's language. */
  error: z.string().nullable(),
  tags: z.array(z.string()),
  from: z.enum([...EXTRACT_FROM, 'file', 'typed']),
  language,
  /** That of its video; null where there is none any more. */
  materialId: id.nullable(),
  /** The run that extracts it; null for others. */
  runId: id.nullable(),
  cues: z.number().int(),
  /** Its first letters; where it was searched for, the cue that has the words. */
  excerpt: z.string(),
  /** The moment of that cue in milliseconds; null where nothing was searched for in texts. */
  foundAt: z.number().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** A text as lists show it. */
export type ListedText = z.output<typeof listedTextSchema>;

export const timedDocumentSchema = listedTextSchema.omit({ cues: true, excerpt: true, foundAt: true }).extend({
  cues: timedTextSchema,
  /** One more with each change of its cues. */
  revision: z.number().int(),
});
/** A text with all its cues. */
export type TimedDocument = z.output<typeof timedDocumentSchema>;

export const listTexts = defineCall({
  method: 'GET',
  path,
  summary: 'Lists texts, the newest first: all, or those that have some words in them, their name or their tags.',
  query: pageQuery.extend({
    q: z.string().trim().max(100).optional(),
    state: z.enum(TEXT_STATES).optional(),
    from: z.enum([...EXTRACT_FROM, 'file', 'typed']).optional(),
  }),
  data: page(listedTextSchema),
});

export const readText = defineCall({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Reads a text with all its cues.',
  params,
  data: timedDocumentSchema,
});

export const createText = defineCall({
  method: 'POST',
  path,
  bodyMegabytes: DOCUMENT_MEGABYTES,
  summary: 'Adds a text that was read from a file or typed.',
  body: z.strictObject({
    name,
    from: z.enum(['file', 'typed']),
    language,
    cues: timedTextSchema,
    /** The video that it is of. */
    materialId: id.nullable().default(null),
    tags: tags.default([]),
  }),
  data: timedDocumentSchema,
});

export const saveCues = defineCall({
  method: 'PUT',
  path: `${path}/:id/cues`,
  summary: 'Keeps the cues of a text; refused where somebody else changed them meanwhile (409).',
  params,
  bodyMegabytes: DOCUMENT_MEGABYTES,
  body: z.strictObject({ cues: timedTextSchema, revision: z.number().int() }),
  data: z.object({ revision: z.number().int() }),
});

export const describeText = defineCall({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes the name, the tags or the language of a text.',
  params,
  body: z.strictObject({ name: name.optional(), tags: tags.optional(), language: language.optional() }),
  data: listedTextSchema,
});

export const removeTexts = defineCall({
  method: 'POST',
  path: '/api/copywriting/removals',
  summary: 'Removes texts; those that are gone already are left out, and so are those that are being extracted.',
  body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
  data: z.object({ removed: z.number().int() }),
});

/** Rows for each cue: number, start, end, who speaks, text. What looks like a formula stays text. */
export const exportSheet = defineCall({
  method: 'GET',
  path: `${path}/:id/sheet`,
  summary: 'A text as a workbook of Excel.',
  params,
  data: z.object({ base64: z.string() }),
});

export const readEngines = defineCall({
  method: 'GET',
  path: '/api/copywriting/engines',
  summary: 'Which languages can be read in pictures, and which can be heard; none where no service is connected.',
  data: z.object({
    picture: z.array(z.object({ language: z.string(), draft: z.boolean() })),
    speech: z.array(z.string()),
  }),
});

export const startExtraction = defineCall({
  method: 'POST',
  path: '/api/copywriting/runs',
  summary: 'Extracts the texts of videos: each becomes a text of its own, which is listed from then on.',
  body: extractSettingsSchema.extend({
    name: z.string().trim().min(1).max(120),
    videos: z.array(id).min(1).max(MOST_VIDEOS),
    tags: tags.default([]),
    agreed: agreedCostSchema,
  }),
  data: toolRunSchema,
});

/** The job that finds the moments of a video which cues snap to. */
export const FIND_MOMENTS = 'copywriting.find-moments';

/** What a task of that job works for. */
export const momentsOf = (id: string): string => `${id}:moments`;

const work = {
  /** 0 to 1, while it is being found out. */
  progress: z.number(),
  /** Why it failed, in the caller's language; null also where somebody has cancelled it. */
  error: z.string().nullable(),
};

/** Begins again where it has failed or was cancelled. */
const again = z.boolean().default(false);

export const momentsSchema = z.object({
  ...work,
  state: z.enum(['finding', 'found', 'failed']),
  speech: z.array(speechSpanSchema),
  /** Seconds at which a shot begins, but for the first one. */
  shots: z.array(z.number()),
});
/** Where somebody speaks in a video, and where its shots begin. */
export type Moments = z.output<typeof momentsSchema>;

export const openMoments = defineCall({
  method: 'POST',
  path: '/api/copywriting/moments',
  summary:
    'Answers where somebody speaks in a video and where its shots begin, and has that found where it is unknown.',
  body: z.strictObject({
    /** That of the material. */
    id,
    again,
  }),
  data: momentsSchema,
});

/** The job that finds out when a text is said. */
export const TIME_TEXT = 'copywriting.time-text';

/** What a task of that job works for. @param what of the text, its language and where it is said */
export const timedOf = (id: string, what: string): string => `${id}:timing:${what}`;

export const timingSchema = z.object({
  ...work,
  state: z.enum(['timing', 'timed', 'failed']),
  /** What the task works for. */
  subjectId: z.string(),
  cues: timedTextSchema,
});
/** A text with the times at which it is said. */
export type Timing = z.output<typeof timingSchema>;

export const openTiming = defineCall({
  method: 'POST',
  path: '/api/copywriting/timings',
  summary:
    'Answers when a text is said in a video, as cues, and has that found out where it is unknown. Nobody notices a text that is not said there.',
  body: wantedTextSchema.extend({ again }),
  data: timingSchema,
});

export const stopWork = defineCall({
  method: 'POST',
  path: '/api/copywriting/stops',
  summary: 'Stops what is being found out about a video.',
  body: z.strictObject({
    /** What the task works for. */
    subjectId: z.string().max(200),
  }),
  data: z.null(),
});
