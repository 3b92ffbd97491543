import { z } from 'zod';

import type { PicturesMade } from '#core/contract/pictures-made.ts';
import { placeSchema } from '#core/contract/box-track.ts';

/** The name of the tool. */
export const REMOVE_TOOL = 'removal.remove';

/** What becomes of the pictures that it is given. */
export const REMOVE_PICTURES = 'changes' satisfies PicturesMade;

/** Videos that one run takes at most, and places that one of them has. */
export const [MOST_VIDEOS, MOST_PLACES] = [500, 20];

/** Where text or a mark is removed. */
export const removalSchema = z
  .strictObject({
    place: placeSchema,
    /** Strokes of letters and marks that are found there, or all that is there. */
    removes: z.enum(['strokes', 'all']).default('strokes'),
    /** Seconds of the video, from the frame on screen at `from` to the one before that at `to`; null for its end. */
    from: z.number().min(0).default(0),
    to: z.number().positive().nullable().default(null),
  })
  .refine(({ from, to }) => to === null || to > from, { error: 'the end lies behind the beginning', path: ['to'] });
export type Removal = z.output<typeof removalSchema>;

const removalsSchema = z.array(removalSchema).min(1).max(MOST_PLACES);

/** Settings of a run: for all its videos, and for single ones what differs. */
export const removalSettingsSchema = z.strictObject({
  removals: removalsSchema,
  /** BCP 47 tag of the language of text that is found. */
  language: z.string().min(2).max(20).default('zh'),
  /** By the id of the material. */
  own: z
    .record(z.uuid(), z.strictObject({ removals: removalsSchema }))
    .refine((own) => Object.keys(own).length <= MOST_VIDEOS, { error: 'settings of more videos than a run takes' })
    .default({}),
});
export type RemovalSettings = z.output<typeof removalSettingsSchema>;

/** What is removed from one video. */
export const removalsOf = ({ removals, own }: RemovalSettings, material: string): readonly Removal[] =>
  own[material]?.removals ?? removals;

/** Whether text has to be read before it is known where it is. */
export const findsText = ({ place }: Removal): boolean => place.kind === 'text';
