import type { PicturesMade } from '#core/contract/pictures-made.ts';

/** The name of the tool that exports shots. */
export const SPLIT_TOOL = 'segmentation.split';

/** What becomes of the pictures that it is given. */
export const SPLIT_PICTURES = 'edges' satisfies PicturesMade;

/** Videos that one run takes at most. */
export const MOST_VIDEOS = 500;

/** Shots that one run makes at most. */
export const MOST_SHOTS = 2700;

/** Changes by hand that are kept of one video. */
export const MOST_CHANGES = 2000;

/** Seconds that a shot lasts at the least and at the most, where that is asked for. */
export const SHORTEST = { least: 0.1, most: 10 } as const;

/** Characters of a shot's name, and of a tag, and how many tags a shot has. */
export const LONGEST_NAME = 80;
export const LONGEST_TAG = 24;
export const MOST_TAGS = 8;
