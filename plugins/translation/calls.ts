import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { languageSchema as language, PROJECTS_PATH as path, words } from './call-fields.ts';
import { productSchema, termSchema, termsSchema } from './glossary-calls.ts';
import { TRANSLATION_LIMITS as MOST } from './limits.ts';

const id = z.uuid();
const params = z.strictObject({ id });
const name = words(MOST.name).min(1);

/** How a translation speaks to its readers. */
export const TONES = ['plain', 'formal', 'friendly', 'lively'] as const;

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
    terms: termsSchema.default([]),
    product: productSchema.default(''),
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
    terms: termsSchema.optional(),
    product: productSchema.optional(),
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

export const startTranslation = defineCall({
  method: 'POST',
  path: `${path}/:id/runs`,
  summary: 'Has the translation service translate what is open, or changed, in some languages.',
  params,
  body: z.strictObject({ languages: z.array(language).min(1).max(MOST.targets) }),
  data: projectSchema,
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
export * from './export-calls.ts';
export * from './glossary-calls.ts';
export * from './line-calls.ts';
