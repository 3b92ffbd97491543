import { z } from 'zod';

import type { PicturesMade } from '#core/contract/pictures-made.ts';
import { placeSchema } from '#core/contract/box-track.ts';

/** The name of the tool. */
export const COVER_TOOL = 'mask.cover';

/** What becomes of the pictures that it is given. */
export const COVER_PICTURES = 'changes' satisfies PicturesMade;

/** Videos that one run takes at most, and masks that one of them has. */
export const [MOST_VIDEOS, MOST_MASKS] = [500, 20];

/** Sizes in shares of the shorter side of the picture. */
export const CELL = { least: 0.005, most: 0.2, usual: 0.03 } as const;
export const BLUR = { least: 0.002, most: 0.1, usual: 0.02 } as const;

/** What is seen where a mask lies. */
const lookSchema = z.discriminatedUnion('kind', [
  /** Squares of one colour each. @see CELL */
  z.strictObject({ kind: z.literal('mosaic'), cell: z.number().min(CELL.least).max(CELL.most).default(CELL.usual) }),
  /** The picture out of focus. @see BLUR */
  z.strictObject({ kind: z.literal('blur'), spread: z.number().min(BLUR.least).max(BLUR.most).default(BLUR.usual) }),
  z.strictObject({ kind: z.literal('solid'), colour: z.string().regex(/^#[0-9a-f]{6}$/) }),
  /** An image of the library that fills the mask, cut off where it is of another shape. */
  z.strictObject({ kind: z.literal('picture'), image: z.uuid() }),
]);

export type Look = z.output<typeof lookSchema>;

/** A mask of a video. */
const maskSchema = z
  .strictObject({
    look: lookSchema,
    /** 0 for a hard edge, 1 for one that is soft up to the middle. */
    feather: z.number().min(0).max(1).default(0),
    place: placeSchema,
    /** Seconds of the video, from the frame on screen at `from` to the one before that at `to`; null for its end. */
    from: z.number().min(0).default(0),
    to: z.number().positive().nullable().default(null),
  })
  .refine(({ from, to }) => to === null || to > from, { error: 'the end lies behind the beginning', path: ['to'] });
export type Mask = z.output<typeof maskSchema>;

const masksSchema = z.array(maskSchema).min(1).max(MOST_MASKS);

/** Settings of a run: for all its videos, and for single ones what differs. Later masks lie above earlier ones. */
export const maskSettingsSchema = z.strictObject({
  masks: masksSchema,
  /** BCP 47 tag of the language of text that masks follow. */
  language: z.string().min(2).max(20).default('zh'),
  /** By the id of the material. */
  own: z
    .record(z.uuid(), z.strictObject({ masks: masksSchema }))
    .refine((own) => Object.keys(own).length <= MOST_VIDEOS, { error: 'settings of more videos than a run takes' })
    .default({}),
});
export type MaskSettings = z.output<typeof maskSettingsSchema>;

/** The masks of one video. */
export const masksOf = ({ masks, own }: MaskSettings, material: string): readonly Mask[] =>
  own[material]?.masks ?? masks;

/** Whether text has to be read before a mask can be drawn. */
export const followsText = ({ place }: Mask): boolean => place.kind === 'text';
