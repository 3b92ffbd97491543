import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { agreedCostSchema } from '#core/contract/price.ts';
import { LATEST_MOMENT } from '#core/contract/timed-text/timed-cue.ts';
import { toolRunSchema } from '#core/contract/tool-run-calls.ts';

import { cueIdSchema as cueId, languageSchema as language, PROJECTS_PATH as path, words } from './call-fields.ts';
import { exportOptionsSchema } from './export-options.ts';
import { TRANSLATION_LIMITS as MOST } from './limits.ts';
import { subtitleStyleSchema } from './subtitle-style.ts';

const params = z.strictObject({ id: z.uuid() });

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
