import { z } from 'zod';

import { subtitleStyleSchema } from './subtitle-style.ts';

/** What comes out: in the picture, as tracks that players show on demand, or both. */
export const EXPORT_FORMS = ['burned', 'soft', 'both'] as const;

/** What is heard: the video's own sound, or the dub of each language. */
export const SOUNDS = ['original', 'dub'] as const;

/** How the videos of a project are exported. */
export const exportOptionsSchema = z.strictObject({
  form: z.enum(EXPORT_FORMS).default('burned'),
  /** One video that has the tracks of all languages, rather than one for each; of `soft` alone. */
  together: z.boolean().default(false),
  /** Where a video has one language. */
  sound: z.enum(SOUNDS).default('original'),
  /** Another copy of the project's video that is shown in its place, such as one without its old subtitles. */
  video: z.uuid().nullable().default(null),
  /** A second language below the first one. */
  second: z.string().max(20).nullable().default(null),
  style: subtitleStyleSchema.default(subtitleStyleSchema.parse({})),
});
export type ExportOptions = z.output<typeof exportOptionsSchema>;

/** Whether one video has several languages, and so the sound of none of them. */
export const isTogether = ({ form, together }: ExportOptions, languages: readonly string[]): boolean =>
  form === 'soft' && together && languages.length > 1;

/** Seconds by which another copy of a video may be longer or shorter. */
const OFF_SECONDS = 0.2;

/** What is known of how long a video is. */
interface Lasting {
  seconds?: number | null | undefined;
}

/** Whether a video is too long or too short to be shown in place of the original, whose lines are timed. */
export function hasOtherLength({ seconds }: Lasting, original: Lasting | null | undefined): boolean {
  return Math.abs((seconds ?? 0) - (original?.seconds ?? seconds ?? 0)) > OFF_SECONDS;
}
