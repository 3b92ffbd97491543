import { z } from 'zod';

import { fitLimitsSchema } from '#core/contract/fit-limits.ts';
import type { PicturesMade } from '#core/contract/pictures-made.ts';
import { isUnchanged, reframeSchema, UNCHANGED } from '#core/contract/reframe.ts';

/** The name of the tool. */
export const CUT_TOOL = 'crop.cut';

/** What becomes of the pictures that it is given. */
export const CUT_PICTURES = 'reframed' satisfies PicturesMade;

/** Clips that one run takes at most. */
export const MOST_CLIPS = 100;

/** Pixels of a side that are left of a clip, at least. */
export const LEAST_PIXELS = 16;

/** What of a clip is kept: seconds from its beginning on, `to` null for its end. */
const windowSchema = z
  .strictObject({ from: z.number().min(0).default(0), to: z.number().positive().nullable().default(null) })
  .refine(({ from, to }) => to === null || to > from, { error: 'the end lies behind the beginning', path: ['to'] });

const settingsSchema = z.strictObject({
  window: windowSchema.default({ from: 0, to: null }),
  reframe: reframeSchema.default(UNCHANGED),
  /** By the id of the material. */
  own: z
    .record(z.uuid(), z.strictObject({ window: windowSchema.optional(), reframe: reframeSchema.optional() }))
    .refine((own) => Object.keys(own).length <= MOST_CLIPS, { error: 'settings of more clips than a run takes' })
    .default({}),
  /** What each cut is made to fit: it then ends earlier, shows less, is drawn larger or smaller, and takes fewer bytes. */
  fit: fitLimitsSchema.nullable().default(null),
});

/** Settings of a run: for all its clips, and for single ones what differs. */
export const cutSettingsSchema = settingsSchema.refine(
  ({ fit, reframe, own }) =>
    fit === null || [reframe, ...Object.values(own).map((each) => each.reframe ?? UNCHANGED)].every(isUnchanged),
  { error: 'what is made to fit is not reframed otherwise', path: ['fit'] },
);
export type CutSettings = z.output<typeof cutSettingsSchema>;

/** What becomes of one clip. */
export function cutOf({ window, reframe, own }: Pick<CutSettings, 'window' | 'reframe' | 'own'>, material: string) {
  return { ...(own[material]?.window ?? window), reframe: own[material]?.reframe ?? reframe };
}
