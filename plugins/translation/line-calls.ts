import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { LATEST_MOMENT, TIMED_TEXT_LIMITS } from '#core/contract/timed-text/timed-cue.ts';

import { cueIdSchema as cueId, ofLanguageSchema as ofLanguage, PROJECTS_PATH } from './call-fields.ts';

const path = `${PROJECTS_PATH}/:id/languages/:language`;
const text = z.string().max(TIMED_TEXT_LIMITS.letters);

/** Where a translation is from. */
export const ORIGINS = ['exact', 'near', 'engine', 'typed', 'file'] as const;
export type Origin = (typeof ORIGINS)[number];
/** What a line of a language is at. */
export const LINE_STATES = ['open', 'drafted', 'done'] as const;

export const lineSchema = z.object({
  cue: cueId,
  start: z.number().int(),
  end: z.number().int(),
  speaker: z.string(),
  source: z.string(),
  text: z.string(),
  state: z.enum(LINE_STATES),
  origin: z.enum(ORIGINS).nullable(),
  /** Percent by which a remembered text is like this one; null for other origins. */
  score: z.number().int().nullable(),
  /** The service that has translated it, as it is called; null for other origins. */
  service: z.string().nullable(),
  /** The source has changed since. */
  isStale: z.boolean(),
  /** One more with each change; 0 before the first. */
  revision: z.number().int(),
});
/** A line with its translation into one language. */
export type Line = z.output<typeof lineSchema>;

export const readLines = defineCall({
  method: 'GET',
  path,
  summary: 'Reads all lines with their translations into a language.',
  params: ofLanguage,
  data: z.object({ lines: z.array(lineSchema) }),
});

export const saveLine = defineCall({
  method: 'PUT',
  path: `${path}/lines/:cue`,
  summary: 'Keeps the translation of a line; refused where somebody else changed it meanwhile (409).',
  params: ofLanguage.extend({ cue: cueId }),
  body: z.strictObject({
    text,
    isDone: z.boolean(),
    origin: z.enum(ORIGINS),
    score: z.number().int().min(0).max(100).nullable().default(null),
    revision: z.int().min(0),
  }),
  data: lineSchema,
});

export const suggest = defineCall({
  method: 'POST',
  path: `${path}/lines/:cue/suggestions`,
  summary: 'Offers translations of a line: what is remembered, and on demand others of the service.',
  params: ofLanguage.extend({ cue: cueId }),
  body: z.strictObject({ engine: z.boolean(), than: z.array(text).max(20).default([]) }),
  data: z.object({
    items: z.array(
      z.object({ text: z.string(), origin: z.enum(ORIGINS), score: z.number().nullable(), of: z.string() }),
    ),
  }),
});

export const acceptDrafts = defineCall({
  method: 'POST',
  path: `${path}/accepted`,
  summary: 'Accepts all drafts of a language whose source has not changed.',
  params: ofLanguage,
  data: z.object({ accepted: z.number().int() }),
});

export const importLanguage = defineCall({
  method: 'POST',
  path: `${path}/imports`,
  bodyMegabytes: 12,
  summary: 'Takes translations from subtitles, by their times; accepted lines stay.',
  params: ofLanguage,
  body: z.strictObject({
    cues: z
      .array(z.strictObject({ start: z.int().min(0).max(LATEST_MOMENT), end: z.int().min(0).max(LATEST_MOMENT), text }))
      .min(1)
      .max(TIMED_TEXT_LIMITS.cues),
  }),
  data: z.object({ taken: z.number().int(), left: z.number().int() }),
});

/** Rows for each line: number, start, end, source, translation. What looks like a formula stays text. */
export const exportSheet = defineCall({
  method: 'GET',
  path: `${path}/sheet`,
  summary: 'A language as a workbook of Excel.',
  params: ofLanguage,
  data: z.object({ base64: z.string() }),
});
