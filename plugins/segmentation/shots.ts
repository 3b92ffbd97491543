import { z } from 'zod';

import {
  chooseBoundaries,
  DEFAULT_SENSITIVITY,
  DEFAULT_SHORTEST,
  type Boundary,
  type FoundShots,
} from '#core/contract/shots.ts';

import { LONGEST_NAME, LONGEST_TAG, MOST_CHANGES, MOST_TAGS, SHORTEST } from './limits.ts';

const seconds = z.number().min(0).max(1e6);

/** What somebody says of a shot. */
const notesSchema = z.strictObject({
  name: z.string().trim().max(LONGEST_NAME).default(''),
  tags: z.array(z.string().trim().min(1).max(LONGEST_TAG)).max(MOST_TAGS).default([]),
  /** It is not exported. */
  isLeftOut: z.boolean().default(false),
});
export type ShotNotes = z.output<typeof notesSchema>;

/** How boundaries are taken from what was found: the same for many videos. */
export const ruleSchema = z.strictObject({
  /** 0 for what is certain only, 1 for all that was found. */
  sensitivity: z.number().min(0).max(1).default(DEFAULT_SENSITIVITY),
  /** Seconds that a shot lasts at the least, without what is trimmed. */
  shortest: z.number().min(SHORTEST.least).max(SHORTEST.most).default(DEFAULT_SHORTEST),
  /** Frames that show two shots, as in a dissolve, belong to neither. */
  trims: z.boolean().default(true),
});
export type Rule = z.output<typeof ruleSchema>;

/** What somebody has changed of one video's shots. */
export const editSchema = z.strictObject({
  /** Boundaries added by hand, and those of the found ones that are none. */
  added: z.array(seconds).max(MOST_CHANGES).default([]),
  removed: z.array(seconds).max(MOST_CHANGES).default([]),
  /** By when the shot begins, in whole milliseconds. */
  notes: z
    .record(z.string().regex(/^\d{1,9}$/), notesSchema)
    .refine((notes) => Object.keys(notes).length <= MOST_CHANGES, { error: 'notes of too many shots' })
    .default({}),
});
export type ShotEdit = z.output<typeof editSchema>;

/** As it was found. */
export const UNCHANGED: ShotEdit = { added: [], removed: [], notes: {} };

/** How shots are taken where nothing else is said. */
export const USUAL_RULE: Rule = { sensitivity: DEFAULT_SENSITIVITY, shortest: DEFAULT_SHORTEST, trims: true };

/** One shot of a video. */
export interface Shot extends ShotNotes {
  /** Its key in the notes. */
  key: string;
  /** From 0. */
  number: number;
  /** Seconds at which its first frame is on screen, and at which that is behind the last one. */
  start: number;
  end: number;
  /** The same without frames that show another shot, too; what is exported. */
  from: number;
  to: number;
}

/** Seconds by which two times are the same: less than half a frame, more than rounding. */
const SAME = 0.004;

export const isSame = (a: number, b: number): boolean => Math.abs(a - b) < SAME;

/** The key of a shot that begins there. */
export const keyAt = (start: number): string => String(Math.max(0, Math.round(start * 1000)));

const NO_NOTES: ShotNotes = { name: '', tags: [], isLeftOut: false };

/** The boundaries of a video, as they were found and changed, in playing order. */
export function boundariesOf(found: FoundShots, rule: Rule, { added, removed }: ShotEdit): Boundary[] {
  // What is removed still keeps weaker ones beside it away.
  const chosen = chooseBoundaries(found, rule).filter(({ seconds: at }) => !removed.some((other) => isSame(other, at)));
  const own = added
    .filter((at) => at > SAME && at < found.seconds - SAME && !chosen.some((other) => isSame(other.seconds, at)))
    .map((at): Boundary => ({ kind: 'cut', seconds: at, frame: -1, from: at, to: at, strength: 1 }));
  return [...chosen, ...own].sort((a, b) => a.seconds - b.seconds);
}

/** The shots of a video. */
export function shotsOf(found: FoundShots, rule: Rule, edit: ShotEdit): Shot[] {
  const boundaries = boundariesOf(found, rule, edit);
  return Array.from({ length: boundaries.length + 1 }, (_, number): Shot => {
    const [before, behind] = [boundaries[number - 1], boundaries[number]];
    const [start, end] = [before?.seconds ?? 0, behind?.seconds ?? found.seconds];
    const [from, to] = rule.trims ? [before?.to ?? start, behind?.from ?? end] : [start, end];
    const key = keyAt(start);
    // Of two changes that meet nothing would be left.
    const range = to - from > SAME ? { from, to } : { from: start, to: end };
    return { ...NO_NOTES, ...edit.notes[key], key, number, start, end, ...range };
  });
}
