import type { PicturesMade } from '#core/contract/pictures-made.ts';

/** The name of the tool that exports pieces. */
export const EXPORT_TOOL = 'pieces.export';

/** What becomes of the pictures that it is given. */
export const EXPORT_PICTURES = 'edges' satisfies PicturesMade;

/** Seconds that a piece lasts at the least and at the most, as slots may ask for it; mixing takes nothing shorter. */
export const PIECE_SECONDS = { least: 1, most: 60 } as const;

/** Slots of a template: as many as a mix project has shot groups. */
export const MOST_SLOTS = 20;

/** Templates of an account. */
export const MOST_TEMPLATES = 200;

/** Videos that one project takes at most, and that are looked at with one press. */
export const MOST_VIDEOS = 50;

/** Projects that are made with one press. */
export const MOST_PROJECTS = 50;

/** Characters of the names of slots, and of templates and projects. */
export const LONGEST_SLOT_NAME = 40;
export const LONGEST_NAME = 80;

/** Alternatives that are offered for a slot. */
export const ALTERNATIVES = 8;
