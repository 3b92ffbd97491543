import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';

import { LONGEST_NAME, LONGEST_SLOT_NAME, MOST_SLOTS, PIECE_SECONDS } from './limits.ts';

/** How a piece leads into the next one where pieces become a mix project; a cut is none of them. */
export const SLOT_TRANSITIONS = [
  ...['fade', 'dissolve', 'fadeblack', 'fadewhite', 'slideleft', 'wipeleft', 'smoothleft', 'circleopen', 'zoomin'],
] as const satisfies readonly string[];

const name = (most: number) => z.string().overwrite(withoutBidiControls).trim().max(most);
const seconds = z.number().min(PIECE_SECONDS.least).max(PIECE_SECONDS.most);

/** What the picture of a piece should be like, by simple measures; what is null is not asked for. */
export const wishesSchema = z.strictObject({
  /** How much changes from frame to frame. */
  motion: z.enum(['calm', 'lively']).nullable().default(null),
  /** How much fine detail there is: little for most close-ups, much for most wide shots. */
  detail: z.enum(['plain', 'rich']).nullable().default(null),
  /** Whether text can be read in it. */
  text: z.enum(['with', 'without']).nullable().default(null),
  /** Whether somebody speaks, as far as its loudness tells. */
  speech: z.enum(['with', 'without']).nullable().default(null),
});
/** What the picture of a piece should be like. */
export type Wishes = z.output<typeof wishesSchema>;

/** Seconds that a transition takes by default. */
export const TRANSITION_SECONDS = 0.5;

export const slotSchema = z
  .strictObject({
    id: z.string().min(1).max(64),
    name: name(LONGEST_SLOT_NAME),
    /** Seconds that its piece lasts. */
    least: seconds,
    most: seconds,
    wishes: wishesSchema.prefault({}),
    /** What leads into the next slot; null is a hard cut. */
    transition: z
      .strictObject({
        kind: z.enum(SLOT_TRANSITIONS),
        seconds: z.number().min(0.1).max(2).default(TRANSITION_SECONDS),
      })
      .nullable()
      .default(null),
  })
  .refine(({ least, most }) => most >= least, { error: 'the longest is shorter than the shortest', path: ['most'] });
/** A place of a template that one piece goes to. */
export type Slot = z.output<typeof slotSchema>;

export const slotsSchema = z
  .array(slotSchema)
  .min(1)
  .max(MOST_SLOTS)
  .refine((slots) => new Set(slots.map(({ id }) => id)).size === slots.length, { error: 'slots have different ids' });

/** What somebody keeps as a template: a name, and its slots in playing order. */
export const templateSchema = z.strictObject({ name: name(LONGEST_NAME).pipe(z.string().min(1)), slots: slotsSchema });
/** A template: which pieces a long video is cut into. */
export type Template = z.output<typeof templateSchema>;
