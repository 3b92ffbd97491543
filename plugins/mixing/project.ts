import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { captionEventSchema, captionStyleSchema, DEFAULT_TITLE_STYLE, GROUP_TEXT_POSITION } from './captions.ts';
import { LANGUAGE_TAG } from '#core/contract/languages.ts';
import { FITS, RATIOS, RESOLUTIONS } from '#core/contract/picture.ts';
import { TRANSITIONS } from './transitions.ts';

/** Most shot groups in a project. */
export const MAX_GROUPS = 20;
/** Fewest materials in all groups together. */
export const FEWEST_SHOTS = 2;
/** Most lines of the subtitles. */
export const MAX_SUBTITLES = 5000;
/** Most titles of a project, and letters of one. */
export const MAX_TITLES = 50;
export const TITLE_LETTERS = 100;
/** Shots that any two videos of a run may share. */
export const shareSchema = z.number().int().min(0).max(19);
/** The same seed gives the same plan. */
export const seedSchema = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** Most videos of one run. */
export const MAX_OUTPUTS = 2700;
/** Materials shorter than this are refused, in seconds. */
export const SHORTEST_MATERIAL = 1;
/** Largest mix material that may be uploaded, in bytes. */
export const LARGEST_MATERIAL = 50 * 1024 * 1024;

const material = z.string().min(1).max(1000);
const seconds = z.number().min(0).max(7200);
const areUnlike = (ids: readonly string[]) => new Set(ids).size === ids.length;

const window = z
  .strictObject({ start: seconds, end: seconds })
  .refine(({ start, end }) => end - start >= SHORTEST_MATERIAL, { error: 'a window lasts at least one second' });

/** An effect of a plugin on the pictures of a group; whether its settings fit is for the plugin to say. */
const effect = z.strictObject({
  /** The plugin’s id, a dot, and the effect’s own name. */
  name: z.string().regex(/^[a-z][a-z0-9-]{1,39}\.[a-z0-9][a-z0-9.-]{0,59}$/),
  params: z
    .record(z.string().regex(/^[a-zA-Z][\w-]{0,59}$/), z.union([z.number(), z.boolean(), z.string().max(64)]))
    .refine((params) => Object.keys(params).length <= 40, { error: 'an effect has at most 40 settings' }),
});

const group = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().overwrite(withoutBidiControls).trim().max(80),
  materials: z
    .array(
      z.strictObject({
        material,
        /** Stretches to use; absent = cut by the project's `shotSeconds`. */
        windows: z.array(window).min(1).max(50).optional(),
      }),
    )
    .max(200),
  /** What leads into the next group; null is a hard cut. */
  transition: z
    .strictObject({ kind: z.enum(TRANSITIONS), seconds: z.number().min(0.1).max(2).default(0.5) })
    .nullable()
    .default(null),
  speed: z.number().min(0.5).max(2).default(1),
  mirror: z.boolean().default(false),
  keepSound: z.boolean().default(true),
  /** Shown on the picture while the group's shot plays. */
  text: z.string().max(500).default(''),
  /** Absent for none. */
  effect: effect.optional(),
});

/** A line of the subtitles. */
const subtitle = captionEventSchema.extend({
  /** By it the changes of two people to different lines are put together; the editor gives one to each line. */
  id: z.string().min(1).max(64).optional(),
});
export type Subtitle = z.output<typeof subtitle>;

/** Titles over the opening of the videos. */
export const coverTitlesSchema = z.strictObject({
  texts: z.array(z.string().trim().min(1).max(TITLE_LETTERS)).max(MAX_TITLES),
  seconds: z.number().min(0.5).max(60).default(2.5),
  style: captionStyleSchema.default(DEFAULT_TITLE_STYLE),
});

/** A mix project as data: what a user edits, a file holds and a run snapshots. */
export const mixProjectSchema = z.strictObject({
  name: z.string().overwrite(withoutBidiControls).trim().max(100),
  ratio: z.enum(RATIOS).default('9:16'),
  resolution: z.literal(RESOLUTIONS),
  fit: z.enum(FITS).default('blur'),
  /** `shuffled` plays the groups in another order in each output. */
  order: z.enum(['fixed', 'shuffled']).default('fixed'),
  /** Length of one shot; longer materials yield several. */
  shotSeconds: z.number().min(SHORTEST_MATERIAL).max(60).default(3),
  groups: z
    .array(group)
    .max(MAX_GROUPS)
    .refine((groups) => areUnlike(groups.map(({ id }) => id)), { error: 'groups have different ids' }),
  music: z
    .strictObject({
      material,
      /** 1 is the file's own level. */
      volume: z.number().min(0).max(2).default(0.2),
      fadeIn: z.number().min(0).max(10).default(0),
      fadeOut: z.number().min(0).max(10).default(1),
      duck: z.boolean().default(true),
    })
    .nullable()
    .default(null),
  /** Brings shots that keep their sound to one loudness. */
  evenSound: z.boolean().default(true),
  /** Titles over the opening; outputs take turns. */
  titles: coverTitlesSchema.nullable().default(null),
  subtitles: z
    .strictObject({
      style: captionStyleSchema.prefault({}),
      cues: z
        .array(subtitle)
        .max(MAX_SUBTITLES)
        .refine((cues) => areUnlike(cues.flatMap(({ id }) => id ?? [])), { error: 'lines have different ids' }),
    })
    .nullable()
    .default(null),
  /** How the groups' texts look. */
  textStyle: captionStyleSchema.prefault({ position: GROUP_TEXT_POSITION }),
  dubbing: z
    .strictObject({
      text: z.string().trim().min(1).max(10_000),
      language: z.string().regex(LANGUAGE_TAG),
      volume: z.number().min(0).max(2).default(1),
      speed: z.number().min(0.5).max(2).default(1),
      tone: z.number().min(-1).max(1).default(0),
      /** The id of a voice, also of one that the account has had made; absent for the one that the service thinks best. */
      voice: z.string().min(1).max(200).optional(),
      /** Whether each paragraph is for another video; outputs take turns with them. Absent: all is said in each. */
      dealt: z.boolean().optional(),
    })
    .nullable()
    .default(null),
});

/** What a mix is made of: groups of shots, and how they are put together. */
export type MixProject = z.output<typeof mixProjectSchema>;
export type MixProjectInput = z.input<typeof mixProjectSchema>;
/** A group of a project: each output shows one of its shots. */
export type MixGroup = MixProject['groups'][number];
