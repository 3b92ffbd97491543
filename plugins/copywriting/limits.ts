import { z } from 'zod';

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
