import {
  bigint,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { coreFiles } from '#core/server/services/files/tables.ts';

/** Showcases, those that were disconnected included. */
export const showcaseSites = pgTable(
  'showcase_sites',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** In its address; unique over the installation, also of one that is disconnected. */
    handle: text().notNull(),
    title: text().notNull(),
    about: text().notNull().default(''),
    /** Scheme and host at which it was connected, for links while the operator has set no public address. */
    origin: text(),
    /** sha-256 of the secret that posts need; null while it is disconnected, and then nothing of it is shown. */
    tokenHash: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('showcase_sites_handle').on(table.handle),
    uniqueIndex('showcase_sites_token').on(table.tokenHash),
    index('showcase_sites_account').on(table.accountId),
  ],
);

/** A showcase. */
export type Site = typeof showcaseSites.$inferSelect;

/** Published videos, those that were taken down included. */
export const showcasePosts = pgTable(
  'showcase_posts',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    siteId: uuid()
      .notNull()
      .references(() => showcaseSites.id, { onDelete: 'cascade' }),
    /** The same for every attempt to make this post. */
    key: text().notNull(),
    /** In its address; that of an unlisted post cannot be guessed. */
    slug: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    topics: jsonb().$type<readonly string[]>().notNull(),
    visibility: text().$type<Visibility>().notNull(),
    /** The files are gone a while after it was taken down. */
    videoId: uuid().references(() => coreFiles.id),
    posterId: uuid().references(() => coreFiles.id),
    /** Of the files: sha-256. */
    videoHash: text().notNull(),
    posterHash: text().notNull(),
    /** Bytes. */
    videoSize: bigint({ mode: 'number' }).notNull(),
    seconds: doublePrecision().notNull(),
    /** Pixels, as shown. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Pixels. */
    posterWidth: integer().notNull(),
    posterHeight: integer().notNull(),
    /** Nobody sees it before. */
    publishedAt: timestamp({ withTimezone: true }).notNull(),
    /** When its owner took it down. */
    withdrawnAt: timestamp({ withTimezone: true }),
    /** One for each visitor and day. */
    plays: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('showcase_posts_key').on(table.siteId, table.key),
    uniqueIndex('showcase_posts_slug').on(table.siteId, table.slug),
    index('showcase_posts_published').on(table.siteId, table.publishedAt, table.id),
    index('showcase_posts_account').on(table.accountId),
    index('showcase_posts_video').on(table.videoId),
    index('showcase_posts_poster').on(table.posterId),
    index('showcase_posts_withdrawn').on(table.withdrawnAt),
  ],
);

export const VISIBILITIES = ['public', 'unlisted'] as const;
/** `unlisted` posts are seen by those who have the address, and listed nowhere. */
export type Visibility = (typeof VISIBILITIES)[number];

/** Who has been counted today; rows of earlier days are removed, so that nobody can be followed by them. */
export const showcaseVisits = pgTable(
  'showcase_visits',
  {
    postId: uuid()
      .notNull()
      .references(() => showcasePosts.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    /** A hash that is different for each day and post. */
    visitor: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.day, table.visitor] }),
    index('showcase_visits_day').on(table.day),
  ],
);
