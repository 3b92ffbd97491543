import { z } from 'zod';

import { LATEST_MOMENT } from '#core/contract/timed-text/timed-cue.ts';

/** The name of the tool that extracts texts. */
export const EXTRACT_TOOL = 'copywriting.extract';

/** Videos that one run takes at most. */
export const MOST_VIDEOS = 500;
/** Bytes of a video at most. */
export const MOST_BYTES = 30 * 1024 ** 2;

/** Letters of a name and of a tag, and how many tags a text has; texts that an account may have. */
export const TEXT_LIMITS = { name: 120, tag: 24, tags: 8, texts: 20_000 } as const;

/** Where text is looked for: in the picture, in the speech, or in both. */
export const EXTRACT_FROM = ['picture', 'speech', 'both'] as const;

/** Megabytes of a document that is sent: ten thousand cues of the usual length take about two. */
export const DOCUMENT_MEGABYTES = 12;

/** How a run extracts. */
export const extractSettingsSchema = z.strictObject({
  from: z.enum(EXTRACT_FROM),
  /** BCP 47 tag of what is read and spoken. */
  language: z.string().min(2).max(20),
});
export type ExtractSettings = z.output<typeof extractSettingsSchema>;

/** Settings of a run as they are kept: whether it is a step of what another feature does. */
export const extractRunSchema = extractSettingsSchema.extend({ isStep: z.boolean().default(false) });
export type ExtractRun = z.output<typeof extractRunSchema>;

/** Letters of a text whose times are found out. */
export const MOST_TIMED_LETTERS = 60_000;

const moment = z.int().min(0).max(LATEST_MOMENT);

/** A text that is said in a video, and where. */
export const wantedTextSchema = z.strictObject({
  /** That of the material. */
  id: z.uuid(),
  text: z.string().min(1).max(MOST_TIMED_LETTERS),
  /** BCP 47 tag. */
  language: z.string().min(2).max(20),
  /** Milliseconds between which it is said; to the end when null. */
  from: moment.default(0),
  to: moment.nullable().default(null),
});
export type WantedText = z.output<typeof wantedTextSchema>;
