import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Mention } from '#core/contract/post-text.ts';
import type { ChannelFigures, ChannelPlace, ChannelProduct } from '#core/server/services/providers/channels.ts';
import { coreToolRuns } from '#core/server/services/tool-runs/tables.ts';

import type { Codecs } from '#plugins/materials/server/api.ts';
import { USUAL_ZONE } from '../channel-calls.ts';
import type { PhoneLinkKind } from '../phone-calls.ts';
import type { Cover, When } from '../plan-calls.ts';
import type { LinkProof, NEXT_STEPS, PostState } from '../post-calls.ts';
import { publishingChannels } from './channel-tables.ts';

export * from './channel-tables.ts';

/** Where what a run makes is sent by itself once it has ended; gone when that was done. */
export const publishingWishes = pgTable(
  'publishing_wishes',
  {
    runId: uuid()
      .primaryKey()
      .references(() => coreToolRuns.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
    /** The adapter's id. */
    target: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('publishing_wishes_account').on(table.accountId)],
);

const time = () => timestamp({ withTimezone: true });

export const publishingTasks = pgTable(
  'publishing_tasks',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** The same for every attempt to make it. */
    key: uuid().notNull(),
    name: text().notNull(),
    type: text().$type<'normal' | 'scheduled'>().notNull(),
    /** The rule that the times of its posts follow. */
    when: jsonb().$type<When>().notNull().default({ kind: 'now' }),
    /** Whose days it was planned in, for accounts without a zone of their own. */
    zone: text().notNull().default(USUAL_ZONE),
    isPaused: boolean().notNull().default(false),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('publishing_tasks_key').on(table.accountId, table.key),
    index('publishing_tasks_newest').on(table.accountId, table.createdAt, table.id),
  ],
);

/** Why a post did not go out. */
export interface PostCause {
  code: MessageKey;
  params: MessageParams;
  next: (typeof NEXT_STEPS)[number];
}

/** A store that a post names: its row in the list of places, and what platforms know of it. */
export interface PostPlace extends ChannelPlace {
  id: string;
}

/** A product that a post links to, as it was called then. */
export interface PostProduct extends ChannelProduct {
  /** Of its row in the account's list. */
  id: string;
}

/** What of a video decides whether it fits; its file never changes. */
export interface Measures {
  seconds: number;
  width: number;
  height: number;
  /** Absent where nobody has looked for that yet. */
  codecs?: Codecs;
}

export const publishingPosts = pgTable(
  'publishing_posts',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    taskId: uuid()
      .notNull()
      .references(() => publishingTasks.id, { onDelete: 'cascade' }),
    channelId: uuid().references(() => publishingChannels.id, { onDelete: 'set null' }),
    /** As they were called then. */
    channelName: text().notNull(),
    platform: text().notNull(),
    fileId: uuid().notNull(),
    name: text().notNull(),
    /** A still picture of what a run has made; null for a video of the library, which has its own. */
    pictureId: uuid(),
    /** As the library knows them; null for a video that it does not, which is looked into before it goes out. */
    measures: jsonb().$type<Measures>(),
    title: text().notNull(),
    text: text().notNull(),
    topics: jsonb().$type<string[]>().notNull(),
    mentions: jsonb().$type<Mention[]>().notNull().default([]),
    /** Null for the platform's usual one. */
    audience: text(),
    /** The store that it names, as it was called then. */
    place: jsonb().$type<PostPlace>(),
    /** The product that it links to. */
    product: jsonb().$type<PostProduct>(),
    /** Null for the platform's own. */
    cover: jsonb().$type<Cover>(),
    state: text().$type<PostState>().notNull(),
    at: time().notNull(),
    /** When it counts as stuck in its state. */
    deadline: time().notNull(),
    /** Raised whenever it is planned anew: what is still under way for an earlier one ends without doing anything. */
    round: integer().notNull().default(1),
    /** When its time had passed and its owner was asked what to do; null while nobody is. */
    askedAt: time(),
    /** Whether a job works for it, or will when its time comes. */
    isQueued: boolean().notNull().default(false),
    /** Whether a check that a platform's news have asked for waits to begin. */
    isCheckedSoon: boolean().notNull().default(false),
    /** Of the attempt that works on it: another one has taken over once it differs. */
    claim: uuid(),
    holdId: uuid(),
    /** What the adapter has kept of the upload. Sealed. */
    saved: text(),
    /** How much of its video is at the platform, 0 to 1. */
    progress: real().notNull().default(0),
    /** When it began to go out. */
    startedAt: time(),
    /** When the request that makes the post went out; from then on nobody knows until the platform says so. */
    committedAt: time(),
    /** The platform's name of it. */
    remote: text(),
    link: text(),
    /** Of a link that somebody has pasted: whether its platform has said that it leads to a post. */
    linkProof: text().$type<LinkProof>(),
    cause: jsonb().$type<PostCause>(),
    publishedAt: time(),
    figures: jsonb().$type<ChannelFigures>(),
    figuresAt: time(),
  },
  (table) => [
    index('publishing_posts_task').on(table.taskId),
    index('publishing_posts_time').on(table.accountId, table.at, table.id),
    index('publishing_posts_channel').on(table.channelId),
    index('publishing_posts_due')
      .on(table.at)
      .where(sql`${table.state} = 'planned' and not ${table.isQueued} and ${table.askedAt} is null`),
    index('publishing_posts_deadline')
      .on(table.deadline)
      .where(sql`${table.state} not in ('published', 'failed', 'cancelled')`),
    index('publishing_posts_remote').on(table.platform, table.remote),
    // The same video never goes out twice on one account while the first is there or under way.
    uniqueIndex('publishing_posts_once')
      .on(table.channelId, table.fileId)
      .where(sql`${table.state} not in ('failed', 'cancelled')`),
  ],
);

/** Copies of videos that were asked for so that they fit an account, by the runs that make them; gone with these. */
export const publishingCopies = pgTable(
  'publishing_copies',
  {
    accountId: uuid().notNull(),
    /** Of the video that does not fit. */
    fileId: uuid().notNull(),
    channelId: uuid()
      .notNull()
      .references(() => publishingChannels.id, { onDelete: 'cascade' }),
    runId: uuid()
      .notNull()
      .references(() => coreToolRuns.id, { onDelete: 'cascade' }),
    createdAt: time().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.fileId, table.channelId] }),
    index('publishing_copies_channel').on(table.channelId),
    index('publishing_copies_run').on(table.runId),
  ],
);

/** Links by which people without an account post by hand: to one post, or to those of a task or an account that wait. */
export const publishingPhoneLinks = pgTable(
  'publishing_phone_links',
  {
    /** What it leads to. */
    subjectId: uuid().primaryKey(),
    kind: text().$type<PhoneLinkKind>().notNull(),
    accountId: uuid().notNull(),
    /** Part of what is signed: with another one, earlier links lead nowhere. */
    seed: uuid().notNull(),
    endsAt: time().notNull(),
  },
  (table) => [index('publishing_phone_links_ends').on(table.endsAt)],
);

/** How posts did at some times; the newest of each is also with its post. */
export const publishingFigures = pgTable(
  'publishing_figures',
  {
    postId: uuid()
      .notNull()
      .references(() => publishingPosts.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
    at: time().notNull(),
    views: bigint({ mode: 'number' }),
    likes: bigint({ mode: 'number' }),
    comments: bigint({ mode: 'number' }),
    shares: bigint({ mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.postId, table.at] })],
);

/** Products that accounts link to, or were shown. */
export const publishingProducts = pgTable(
  'publishing_products',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    url: text().notNull(),
    name: text().notNull(),
    price: text(),
    picture: text(),
    /** Null while it was only found. */
    usedAt: time(),
  },
  (table) => [
    uniqueIndex('publishing_products_url').on(table.accountId, table.url),
    index('publishing_products_used').on(table.accountId, table.usedAt),
  ],
);

/** What accounts have searched products for, the last few. */
export const publishingProductSearches = pgTable(
  'publishing_product_searches',
  {
    accountId: uuid().notNull(),
    words: text().notNull(),
    at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.words] })],
);
