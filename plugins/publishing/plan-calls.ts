import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { fitLimitsSchema } from '#core/contract/fit-limits.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { USUAL_ZONE } from './channel-calls.ts';
import { dayQuotaSchema } from './quota-calls.ts';

const id = z.uuid();
const time = z.iso.datetime();

/** Most posts that are planned at once. */
export const MAX_POSTS = 2700;
/** Hours between the posts of an account. */
export const INTERVALS = [1, 3, 6, 9, 12, 15, 18, 21] as const;
export const MAX_TOPICS = 30;

/** When posts go out. Each account has its own row of times. */
const whenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('now') }),
  z.strictObject({ kind: z.literal('at'), at: time }),
  z.strictObject({ kind: z.literal('every'), hours: z.literal(INTERVALS), from: time }),
  /** At some minutes of the week, Monday 0:00 being 0, in a time zone. */
  z.strictObject({
    kind: z.literal('slots'),
    minutes: z.array(z.number().int().min(0).max(10_079)).min(1).max(100),
    zone: z.string().max(60),
    from: time,
  }),
  /** At the next times of the week of each account that nothing is planned at. */
  z.strictObject({ kind: z.literal('free'), from: time }),
]);
export type When = z.output<typeof whenSchema>;

const things = z.union([
  z.strictObject({ runId: id, items: z.array(id).min(1).max(MAX_POSTS).optional() }),
  z.strictObject({ materials: z.array(id).min(1).max(MAX_POSTS) }),
]);

/** Somebody whom posts on one account mention. */
const mentionSchema = z.strictObject({
  /** Without the mark before it. */
  name: z
    .string()
    .trim()
    .transform((name) => name.replace(/^[@＠]+/, ''))
    .pipe(z.string().min(1).max(60)),
  /** The platform's own id, where {@link accountTakesSchema} has ids; null without one. */
  id: z.string().trim().min(1).max(100).nullable().default(null),
});
export const MAX_MENTIONS = 20;

/** What stands for a video before it plays: one of its frames, by seconds, or a picture of the library. */
const coverSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('frame'), at: z.number().min(0).max(86_400) }),
  z.strictObject({ kind: z.literal('picture'), id }),
]);
export type Cover = z.output<typeof coverSchema>;

const wordSchemas = {
  titles: z.array(z.string().trim().max(200)).max(100),
  texts: z.array(z.string().trim().max(5000)).max(100),
  topics: z.array(z.string().trim().min(1).max(50)).max(MAX_TOPICS),
};

/** What posts on one account have of their own, in place of what all have; absent for the same. */
const ownSchema = z.strictObject({
  titles: wordSchemas.titles.optional(),
  texts: wordSchemas.texts.optional(),
  topics: wordSchemas.topics.optional(),
  /** Of all its posts; null for the platform's own. */
  cover: coverSchema.nullable().optional(),
  /** Null for none; `{product}` then stands for nothing. */
  product: z.null().optional(),
  /** Empty for nobody. */
  mentions: z.array(mentionSchema).max(MAX_MENTIONS).optional(),
  /** The id of a store; null for none. */
  place: id.nullable().optional(),
});
export type OwnWords = z.output<typeof ownSchema>;

/** What is to be published, where and when. */
export const wishedPosts = z.strictObject({
  what: things,
  channels: z.array(id).min(1).max(500),
  /** `once`: each video on one account; `all`: each on every account. Never one twice on the same account. */
  deal: z.enum(['once', 'all']).default('once'),
  /** Videos that go to another account than they were dealt out to, where that one does not have them. */
  moves: z
    .array(z.strictObject({ fileId: id, from: id, to: id }))
    .max(MAX_POSTS)
    .default([]),
  /** Posts of an account on one day of its zone at most, those that are planned there already counted; null for any. */
  perDay: z.number().int().min(1).max(24).nullable().default(null),
  /** Whether two accounts of one group share as little footage as possible, where each video goes to one account. */
  apart: z.boolean().default(true),
  when: whenSchema,
  /** Whose days `{date}` means. */
  zone: z.string().max(60).default(USUAL_ZONE),
  /** So many minutes later at most, by chance. */
  spread: z.number().int().min(0).max(59).default(0),
  /**
   * Dealt out one after the other. `{name}`, `{index}`, `{date}` and `{product}` stand for the video's name, the post's
   * number, its day and its product.
   */
  titles: wordSchemas.titles.default([]),
  texts: wordSchemas.texts.default([]),
  topics: wordSchemas.topics.default([]),
  /** By the id of an account, in its platform's own words; absent for the usual one. */
  audiences: z.record(id, z.string().max(60)).default({}),
  /** The id of a store that posts name where their platform knows stores; null for none. */
  place: id.nullable().default(null),
  /** The id of a product that posts link to; null for none. `{product}` stands for its name. */
  product: id.nullable().default(null),
  /** By the id of an account, in its platform's own names. */
  mentions: z.record(id, z.array(mentionSchema).max(MAX_MENTIONS)).default({}),
  /** By the id of a video's file; absent for the platform's own. Platforms that take none leave them out. */
  covers: z.record(id, coverSchema).default({}),
  /** By the id of an account. */
  own: z.record(id, ownSchema).default({}),
});
export type WishedPosts = z.output<typeof wishedPosts>;

/** What an account takes, as far as it changes what can be composed for it. */
const accountTakesSchema = z.object({
  /** Whether a cover may be a frame of the video, or any picture; null where the platform chooses its own. */
  covers: z.enum(['frames', 'pictures']).nullable(),
  /** Most letters of the title and of the text; null for an account without one. */
  titleLetters: z.number().nullable(),
  textLetters: z.number().nullable(),
  /** How letters of the text are counted. */
  counts: z.object({ by: z.enum(['utf16', 'bytes', 'signs', 'weighted']), link: z.number().optional() }),
  /** Whether topics are tags beside the text. */
  hasTags: z.boolean(),
  /** Whether only the video arrives, as a draft that its owner finishes in the app. */
  isDraft: z.boolean(),
  /** How a product is named: by a link in the text, or as an item of the platform's own; null where it is not. */
  products: z.enum(['link', 'item']).nullable(),
  /** Who can be mentioned; null where a post mentions nobody. */
  mentions: z
    .object({
      pattern: z.string(),
      example: z.string(),
      most: z.number().nullable(),
      /** Whether the platform notifies only those whose ids it is told. */
      hasIds: z.boolean(),
    })
    .nullable(),
});
export type AccountTakes = z.output<typeof accountTakesSchema>;

/** What of a video decides whether it fits. */
const measuredSchema = { seconds: z.number(), width: z.number(), height: z.number() };

/** A copy of a video that was asked for because the video does not fit an account. */
const copySchema = z.object({
  /** The run that makes it. */
  runId: id,
  /** Once it is made, and fits, it goes out in place of the video. */
  state: z.enum(['making', 'made', 'failed']),
  /** Why it was not made, or that what was made does not fit any more, in the caller's language. */
  error: z.string().nullable(),
  /** What was made; null before. */
  made: z.object({ ...measuredSchema, bytes: z.number().int() }).nullable(),
});

const plannedSchema = z.object({
  /** Of the file. */
  fileId: id,
  name: shownName,
  channelId: id,
  at: time,
  /** In the time zone of its account. */
  day: z.iso.date(),
  title: z.string(),
  text: z.string(),
  /** What would keep it from going out, in the caller's language, as far as anybody can tell now. */
  faults: z.array(z.string()),
  /** How a copy of its video would fit that does not; null where it fits, where no copy could, and while nobody knows. */
  fit: z
    .object({
      limits: fitLimitsSchema,
      ...measuredSchema,
      /** The most that it may have, where the video has more; null where that does not matter. */
      bytes: z.number().int().nullable(),
    })
    .nullable(),
  /** The copy that was asked for; null without one, and where the video fits. */
  copy: copySchema.nullable(),
  /**
   * What can be done about that: other words, another audience, another product or none, another video, another day, or
   * agreeing again.
   */
  fixes: z.array(z.enum(['words', 'audience', 'product', 'video', 'day', 'authorise'])),
  /** For one that is too many for its day: another account of its platform with room for it; null without one. */
  elsewhere: z.object({ channelId: id, channel: shownName }).nullable(),
  /** What its owner may want to change, such as another post of the account shortly before; it goes out all the same. */
  notes: z.array(z.string()),
});
export type PlannedPost = z.output<typeof plannedSchema>;

/** A store that posts can name. */
export const postPlaceSchema = z.object({ id, name: shownName, address: z.string() });
export type PostPlace = z.output<typeof postPlaceSchema>;

export const listPostPlaces = defineCall({
  method: 'GET',
  path: '/api/publishing/places',
  summary: 'Lists stores that posts can name, the newest first.',
  data: z.object({ places: z.array(postPlaceSchema) }),
});

/** A run of a tool that has made videos. */
const madeRunSchema = z.object({ id, name: shownName, videos: z.number().int(), createdAt: time });
export type MadeRun = z.output<typeof madeRunSchema>;

export const listMadeRuns = defineCall({
  method: 'GET',
  path: '/api/publishing/made-runs',
  summary: 'Lists the latest runs of tools whose videos can be published.',
  data: z.object({ runs: z.array(madeRunSchema) }),
});

/** Nothing is written. */
export const planPosts = defineCall({
  method: 'POST',
  path: '/api/publishing/plans',
  summary: 'Shows what would be published where and when, and what would not fit.',
  body: wishedPosts,
  data: z.object({
    posts: z.array(plannedSchema),
    /** What it takes of the account's publishes, and what it has. */
    cost: z.number().int(),
    available: z.number().int(),
    /** Videos that the library has no more; they are left out. */
    gone: z.number().int(),
    /**
     * What two accounts of one group have in common at most, of these videos: in per cent of the shorter video, null
     * where nothing was compared. `unknown` of its videos could not be compared. Empty where it does not matter.
     */
    apart: z.array(
      z.object({
        group: z.string().nullable(),
        accounts: z.number().int(),
        most: z.number().int().nullable(),
        unknown: z.number().int(),
      }),
    ),
    /** Who may see a post, by the id of an account, in its platform's own words, the usual one first. */
    audiences: z.record(id, z.array(z.string())),
    /** Days of these posts on which their accounts have as many as their platforms take, or nearly. */
    quotas: z.array(dayQuotaSchema),
    /** By the id of an account; absent for one that could not be asked. */
    takes: z.record(id, accountTakesSchema),
  }),
});

/** Of the same video and account the latest counts. */
export const noteCopies = defineCall({
  method: 'POST',
  path: '/api/publishing/copies',
  summary: 'Says which run makes copies of videos that fit accounts, so that these go out in their place.',
  body: z.strictObject({
    runId: id,
    copies: z
      .array(z.strictObject({ fileId: id, channelId: id }))
      .min(1)
      .max(MAX_POSTS),
  }),
  data: z.object({}),
});
