import { z } from 'zod';

import { languageSchema as language } from './call-fields.ts';
import { EXPORT_FORMS } from './export-options.ts';
import { TRANSLATION_LIMITS } from './limits.ts';
import { subtitleStyleSchema } from './subtitle-style.ts';

/** Where the text of a video is looked for that has none yet. */
export const EXTRACT_FROM = ['picture', 'speech', 'both'] as const;

/** Which voice speaks: of each language the best one that sounds like this. */
export const BATCH_VOICES = ['any', 'female', 'male'] as const;

/** What is done with each video in each language. */
export const batchOptionsSchema = z.strictObject({
  /** What is spoken and written in the videos. */
  from: language.default('zh-CN'),
  /** Null for whatever finds most. */
  extract: z.enum(EXTRACT_FROM).nullable().default(null),
  /** Whether what the service translates counts as accepted; else it waits until somebody has reviewed it. */
  accept: z.boolean().default(false),
  /** The voice, and how loud the original is under it; null to leave the sound as it is. */
  dub: z
    .strictObject({ voice: z.enum(BATCH_VOICES).default('any'), under: z.number().min(0).max(1).default(0.12) })
    .nullable()
    .default(null),
  /** The product that the videos are about, whose terms hold; absent for none. */
  product: z.string().trim().min(1).max(TRANSLATION_LIMITS.product).optional(),
  form: z.enum(EXPORT_FORMS).default('burned'),
  style: subtitleStyleSchema.default(subtitleStyleSchema.parse({})),
});
/** See {@link batchOptionsSchema}. */
export type BatchOptions = z.output<typeof batchOptionsSchema>;

/** What a batch is at. */
export const BATCH_STATES = ['working', 'paused', 'done', 'cancelled'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** What is done for a video in a language, in this order, once its text is there. */
export const BATCH_STAGES = ['translate', 'dub', 'export'] as const;
export type BatchStage = (typeof BATCH_STAGES)[number];

/** What a video in a language is at; `review` waits for people. */
export const BATCH_ITEM_STATES = ['waiting', 'working', 'review', 'done', 'failed', 'cancelled'] as const;
export type BatchItemState = (typeof BATCH_ITEM_STATES)[number];

/** What the text of a video is at. */
export const BATCH_VIDEO_STATES = ['waiting', 'extracting', 'ready', 'failed', 'cancelled'] as const;
export type BatchVideoState = (typeof BATCH_VIDEO_STATES)[number];
