import { z } from 'zod';

import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import { slowStretchSchema } from '#core/contract/slow-stretches.ts';

import { exportOptionsSchema } from './export-options.ts';

/** The name of the tool that makes videos with subtitles. */
export const EXPORT_TOOL = 'translation.export';

/** Settings of a run: which languages of which project, and what comes out. */
export const exportSettingsSchema = exportOptionsSchema.extend({
  project: z.uuid(),
  languages: z.array(z.string().max(20)).min(1),
  /** The video that is shown. */
  material: z.uuid(),
  /** Finished dubs in the library, by the language that is heard in them. */
  dubs: z.record(z.string(), z.uuid()),
  /** Where these are slower than the video that they were made from, in its milliseconds. */
  slower: z.record(z.string(), z.array(slowStretchSchema)).default({}),
  /** The folder in which each language has one of its own; null for the top of the library. */
  folderId: z.uuid().nullable(),
  /** What the languages' folders are called, by tag. */
  folders: z.record(z.string(), z.string()),
  /** Whether it is a step of a batch. */
  isStep: z.boolean().default(false),
});
export type ExportSettings = z.output<typeof exportSettingsSchema>;

/** What an item of such a run was planned with. */
export const exportItemSchema = z.strictObject({
  material: z.uuid(),
  /** The material whose sound is heard; null for its own. */
  dub: z.uuid().nullable(),
  languages: z.array(z.string()).min(1),
  /** Where the video is shown slower, in its milliseconds. */
  slower: z.array(slowStretchSchema).default([]),
});
export type ExportItem = z.output<typeof exportItemSchema>;

/** What is told of a video that was made. */
export const exportFactsSchema = z.object({
  languages: z.array(z.string()),
  second: z.string().nullable(),
  form: z.string(),
  lines: z.number(),
  seconds: z.number(),
  width: z.number(),
  height: z.number(),
  /** What became of the pictures that subtitles are burned into. */
  burned: cutFactsSchema.nullable(),
});

/** What is told of a run as a whole. */
export const exportRunFactsSchema = z.object({
  folderId: z.uuid().nullable(),
  kept: z.number(),
  /** What is in the library, and in which folder. */
  made: z.array(z.object({ materialId: z.uuid(), folderId: z.uuid().nullable() })).default([]),
});
