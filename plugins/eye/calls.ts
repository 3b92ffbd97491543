import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { textCueSchema } from '#core/contract/text-cue.ts';

const language = z.string().min(2).max(20);

export const listTextLanguages = defineCall({
  method: 'GET',
  path: '/api/eye/languages',
  summary: 'Lists the languages of text that can be read in videos; none where nothing reads text.',
  data: z.object({
    languages: z.array(
      z.object({
        /** BCP 47 tag. */
        language: z.string(),
        /** It is read with so many mistakes that a person has to look at it. */
        draft: z.boolean(),
      }),
    ),
  }),
});

/** The job that reads the text of one video, for somebody who looks at it. */
export const READ_TEXT = 'eye.read-text';

/** What a task of that job works for. */
export const readingOf = (id: string, language: string): string => `${id}:${language}`;

/** What is known of a video's text. */
export const videoTextSchema = z.object({
  state: z.enum(['reading', 'read', 'failed']),
  /** 0 to 1, while it is read. */
  progress: z.number(),
  cues: z.array(textCueSchema),
  /** Why it could not be read, in the caller's language. */
  error: z.string().nullable(),
});
export type VideoText = z.output<typeof videoTextSchema>;

export const openText = defineCall({
  method: 'POST',
  path: '/api/eye/texts',
  summary: 'Answers where the text of a video is, if that is known, and has it read where it is not.',
  body: z.strictObject({
    /** That of the material. */
    id: z.uuid(),
    language,
    /** Reads again where reading has failed. */
    again: z.boolean().default(false),
  }),
  data: videoTextSchema,
});
