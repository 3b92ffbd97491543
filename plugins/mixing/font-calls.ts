import { z } from 'zod';

import { captionStyleSchema } from './captions.ts';
import { defineCall } from '#core/contract/call.ts';

/** Characters that one call asks for at most. */
export const MAX_ASKED_CHARACTERS = 1000;

const font = z.string().regex(/^[0-9a-f]{64}$/);

export const findCaptionFonts = defineCall({
  method: 'POST',
  path: '/api/mixing/fonts',
  summary: 'Says which fonts the videos draw these characters with, and where a preview finds the parts that it needs.',
  body: z.strictObject({
    font: captionStyleSchema.shape.font.unwrap().regex(/^\P{Cc}+$/u),
    bold: z.boolean(),
    characters: z
      .string()
      .min(1)
      .max(2 * MAX_ASKED_CHARACTERS)
      .refine((characters) => [...characters].length <= MAX_ASKED_CHARACTERS),
  }),
  data: z.object({
    /** In the order in which they are tried: a character is drawn by the first that has it. */
    faces: z.array(
      z.object({
        id: z.string(),
        /** 100 to 900. */
        weight: z.number().int(),
        /** `ranges` as CSS writes them in `unicode-range`. */
        parts: z.array(z.object({ id: font, ranges: z.string() })),
      }),
    ),
    /** Characters of faces that cannot be had or may not be passed on. */
    kept: z.array(z.object({ name: z.string(), characters: z.string() })),
  }),
});

export const readCaptionFont = defineCall({
  method: 'GET',
  path: '/api/mixing/fonts/:id',
  summary: 'Reads a part of a font; it never changes.',
  params: z.object({ id: font }),
  answer: 'bare',
  data: z.object({
    /** OpenType, base64. */
    font: z.string(),
  }),
});
