import { z } from 'zod';

import { trackSchema } from '#core/contract/box-track.ts';

import { BLUR, CELL } from '../mask-settings.ts';

/** What is seen where a layer lies; an image by its place among the operation's sources, of which the video is the first. */
const layerLookSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mosaic'), cell: z.number().min(CELL.least).max(CELL.most) }),
  z.strictObject({ kind: z.literal('blur'), spread: z.number().min(BLUR.least).max(BLUR.most) }),
  z.strictObject({ kind: z.literal('solid'), colour: z.string().regex(/^#[0-9a-f]{6}$/) }),
  z.strictObject({ kind: z.literal('picture'), source: z.int().min(1) }),
]);

const layerSchema = z.strictObject({
  look: layerLookSchema,
  /** 0 for a hard edge, 1 for one that is soft up to the middle. */
  feather: z.number().min(0).max(1),
  tracks: z.array(trackSchema),
});
export type Layer = z.output<typeof layerSchema>;

/** What the operation draws. */
export const coverParamsSchema = z.strictObject({
  /** Seconds of the video that are covered, more or less, for its cost. */
  seconds: z.number().min(0),
  /** Later ones above earlier ones. */
  layers: z.array(layerSchema).min(1),
});
