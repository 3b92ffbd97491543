import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { agreedCostSchema } from '#core/contract/price.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';
import { LATEST_MOMENT, TIMED_TEXT_LIMITS } from '#core/contract/timed-text/timed-cue.ts';

import {
  cueIdSchema as cueId,
  languageSchema as language,
  ofLanguageSchema as ofLanguage,
  PROJECTS_PATH as path,
} from './call-fields.ts';
import { exportOptionsSchema } from './export-options.ts';
import { TRANSLATION_LIMITS as MOST } from './limits.ts';
import { subtitleStyleSchema } from './subtitle-style.ts';

const id = z.uuid();
const params = z.strictObject({ id });
const words = (most: number) => z.string().overwrite(withoutBidiControls).trim().max(most);
const name = words(MOST.name).min(1);
const text = z.string().max(TIMED_TEXT_LIMITS.letters);

/** How a translation speaks to its readers. */
export const TONES = ['plain', 'formal', 'friendly', 'lively'] as const;

const product = words(MOST.product);

/**
 * A term of a glossary: how it is translated by language; without any, it stays as it is in all of them. It holds for
 * one product where that is named, else for all.
 */
export const termSchema = z.strictObject({
  term: words(MOST.term).min(1),
  to: z.record(z.string(), words(MOST.term).min(1)).default({}),
  product: product.optional(),
});
/** See {@link termSchema}. */
export type Term = z.output<typeof termSchema>;
const terms = z.array(termSchema).max(MOST.terms);

/** What a language of a project is at. */
export const LANGUAGE_STATES = ['idle', 'working', 'failed'] as const;

const targetSchema = z.object({
  language: z.string(),
  state: z.enum(LANGUAGE_STATES),
  /** Why the last run of the engine ended early, in the caller's language. */
  error: z.string().nullable(),
  /** Lines that have a translation, those of them that somebody has accepted, and those whose source has changed. */
  drafted: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
});
/** How far a language of a project is. */
export type Target = z.output<typeof targetSchema>;

/** What a project is at: nothing yet, at work, waiting for people, or done in all languages. */
export const PROJECT_STATES = ['open', 'working', 'review', 'done'] as const;

export const projectSchema = z.object({
  id,
  name: shownName,
  from: z.string(),
  targets: z.array(targetSchema),
  lines: z.number().int(),
  state: z.enum(PROJECT_STATES),
  tone: z.enum(TONES),
  about: z.string(),
  terms: z.array(termSchema),
  /** The product that it is about, whose terms hold in it; empty for none. */
  product: z.string(),
  /** The text that is translated; null where it is gone. */
  textId: id.nullable(),
  materialId: id.nullable(),
  seconds: z.number().nullable(),
  /** Whether the video is split into shots; null without a video. */
  split: z.enum(['none', 'splitting', 'done', 'failed']).nullable(),
  /** How often videos of it were published. */
  published: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** A text that is translated into some languages. */
export type Project = z.output<typeof projectSchema>;

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

export const listProjects = defineCall({
  method: 'GET',
  path,
  summary: 'Lists translation projects, the newest first.',
  query: pageQuery.extend({ q: z.string().trim().max(100).optional() }),
  data: page(projectSchema),
});

const sourceSchema = z.object({
  id,
  name: shownName,
  excerpt: z.string(),
  /** What tells it from others of the same name: where it was found or how it came in, as what, how long, and when. */
  from: z.enum(['picture', 'speech', 'both', 'file', 'typed']),
  language: z.string(),
  lines: z.number().int(),
  seconds: z.number().nullable(),
  createdAt: z.iso.datetime(),
  materialId: id.nullable(),
});
/** A text that can be translated. */
export type SourceText = z.output<typeof sourceSchema>;

export const listSources = defineCall({
  method: 'GET',
  path: '/api/translation/sources',
  summary: 'Lists texts that can be translated, the newest first.',
  query: z.strictObject({ q: z.string().trim().max(100).optional() }),
  data: z.object({ items: z.array(sourceSchema) }),
});

export const findSource = defineCall({
  method: 'GET',
  path: '/api/translation/sources/:id',
  summary: 'What a text is written in, and whether that is sure.',
  params,
  data: z.object({
    name: shownName,
    lines: z.number().int(),
    language: z.string().nullable(),
    isSure: z.boolean(),
  }),
});

export const createProject = defineCall({
  method: 'POST',
  path,
  summary: 'Begins to translate a text; translations that are remembered are put in at once.',
  body: z.strictObject({
    textId: id,
    name,
    from: language,
    targets: z
      .array(language)
      .min(1)
      .max(MOST.targets)
      .overwrite((given) => [...new Set(given)]),
    tone: z.enum(TONES).default('plain'),
    about: words(MOST.about).default(''),
    terms: terms.default([]),
    product: product.default(''),
  }),
  data: projectSchema,
});

export const readProject = defineCall({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Reads a project; lines of its text that have changed are taken over.',
  params,
  data: projectSchema,
});

export const changeProject = defineCall({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes name, tone, subject, product or terms of a project, or adds languages.',
  params,
  body: z.strictObject({
    name: name.optional(),
    tone: z.enum(TONES).optional(),
    about: words(MOST.about).optional(),
    terms: terms.optional(),
    product: product.optional(),
    add: z.array(language).max(MOST.targets).optional(),
  }),
  data: projectSchema,
});

export const removeProjects = defineCall({
  method: 'POST',
  path: '/api/translation/removals',
  summary: 'Removes projects with their translations; what is remembered stays.',
  body: z.strictObject({ ids: z.array(id).min(1).max(500) }),
  data: z.object({ removed: z.number().int() }),
});

export const readLines = defineCall({
  method: 'GET',
  path: `${path}/:id/languages/:language`,
  summary: 'Reads all lines with their translations into a language.',
  params: ofLanguage,
  data: z.object({ lines: z.array(lineSchema) }),
});

export const startTranslation = defineCall({
  method: 'POST',
  path: `${path}/:id/runs`,
  summary: 'Has the translation service translate what is open, or changed, in some languages.',
  params,
  body: z.strictObject({ languages: z.array(language).min(1).max(MOST.targets) }),
  data: projectSchema,
});

export const saveLine = defineCall({
  method: 'PUT',
  path: `${path}/:id/languages/:language/lines/:cue`,
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
  path: `${path}/:id/languages/:language/lines/:cue/suggestions`,
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
  path: `${path}/:id/languages/:language/accepted`,
  summary: 'Accepts all drafts of a language whose source has not changed.',
  params: ofLanguage,
  data: z.object({ accepted: z.number().int() }),
});

export const importLanguage = defineCall({
  method: 'POST',
  path: `${path}/:id/languages/:language/imports`,
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
  path: `${path}/:id/languages/:language/sheet`,
  summary: 'A language as a workbook of Excel.',
  params: ofLanguage,
  data: z.object({ base64: z.string() }),
});

/** The language that is translated may be among them. */
export const startExport = defineCall({
  method: 'POST',
  path: `${path}/:id/exports`,
  summary: 'Makes videos with the subtitles of some languages: burned in, as tracks, or both.',
  params,
  body: exportOptionsSchema.extend({
    languages: z
      .array(language)
      .min(1)
      .max(MOST.targets + 1)
      .overwrite((given) => [...new Set(given)]),
    second: language.nullable().default(null),
    /** Where each language has a folder of its own: a folder's id, null for the top of the library, or a new one. */
    folder: z.union([z.null(), z.uuid(), z.strictObject({ name: words(60).min(1) })]),
    agreed: agreedCostSchema,
  }),
  data: toolRunSchema,
});

export const drawSubtitle = defineCall({
  method: 'POST',
  path: `${path}/:id/pictures`,
  summary: 'Draws a line just as it is burned in, on nothing.',
  params,
  body: z.strictObject({
    language,
    second: language.nullable().default(null),
    cue: cueId,
    style: subtitleStyleSchema,
    /** Milliseconds of the video at which it is drawn, for words that take their colour. */
    at: z.int().min(0).max(LATEST_MOMENT),
  }),
  data: z.object({
    /** A PNG of the picture's shape, as an address. */
    picture: z.string(),
    /** Letters that no font of this machine has, and Debian's packages that bring them. */
    missing: z.array(z.object({ character: z.string(), package: z.string() })),
  }),
});

export const readGlossary = defineCall({
  method: 'GET',
  path: '/api/translation/glossary',
  summary: 'The terms of the account.',
  data: z.object({ terms: z.array(termSchema), revision: z.number().int() }),
});

export const saveGlossary = defineCall({
  method: 'PUT',
  path: '/api/translation/glossary',
  summary: 'Keeps the terms of the account; refused where somebody else changed them meanwhile (409).',
  body: z.strictObject({ terms, revision: z.int().min(0) }),
  data: z.object({ revision: z.number().int() }),
});

export const readEngine = defineCall({
  method: 'GET',
  path: '/api/translation/engine',
  summary: 'Whether a translation service is connected, and which pairs of languages it has.',
  data: z.object({
    isConnected: z.boolean(),
    /** Why not, in the caller's language. */
    why: z.string().nullable(),
    pairs: z.array(z.object({ from: z.string(), to: z.array(z.string()) })),
  }),
});

export * from './batch-calls.ts';
export * from './dub-calls.ts';
