import {
  date,
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

import type { CHANNEL_STATES, ChannelSlots, Delivery, OVERDUE_RULES } from '../channel-calls.ts';

// Accounts at platforms, and what is known of them. Those of posts are in tables.ts.

const time = () => timestamp({ withTimezone: true });

/** How many posts a platform takes of an account. */
export interface KeptQuota {
  /** On any day; null where nobody knows. */
  daily: number | null;
  /** How many more at the time that it said so; null where it does not say. */
  left: number | null;
  /** Whether it counts the last 24 hours rather than days; absent in rows of before it was kept. */
  isMoving?: boolean;
  /** ISO 8601. */
  at: string;
}

/** Accounts at platforms. Those that were removed are gone; their posts stay. */
export const publishingChannels = pgTable(
  'publishing_channels',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** The adapter's id. */
    adapter: text().notNull(),
    platform: text().notNull(),
    /** The platform's own id of it. */
    ownerId: text().notNull(),
    /** The platform's own id of whoever has agreed, where the account is another one. */
    agreedBy: text(),
    name: text().notNull(),
    picture: text(),
    followers: integer(),
    group: text(),
    phone: text(),
    remark: text(),
    /** What the spreadsheet called it that it came from, so that the same one does not bring it twice. */
    importedAs: text(),
    state: text().$type<(typeof CHANNEL_STATES)[number]>().notNull(),
    /** Sealed; empty until its owner has agreed. */
    tokens: text().notNull(),
    /** When they are to be renewed; null for those that do not end. */
    renewAt: time(),
    /** When its owner has to agree again; null for never. */
    endsAt: time(),
    /** What happens to posts whose time has passed while nothing could go out. */
    overdue: text().$type<(typeof OVERDUE_RULES)[number]>().notNull().default('now'),
    delivery: text().$type<Delivery>().notNull().default('direct'),
    /** Its own times of the week, which posts take one after the other; null for the usual ones. */
    slots: jsonb().$type<ChannelSlots>(),
    /** Of the plugin `hosts`: whatever is asked about the account leaves through it. */
    hostId: uuid(),
    /** How many posts a day its platform takes, as it said last; null before anybody has asked. */
    quota: jsonb().$type<KeptQuota>(),
    /** So many days before its end its owner was warned last; null while nobody needs to know. */
    warnedDays: integer(),
    /** When the platform was asked about it last. */
    lookedAt: time(),
    lastPostAt: time(),
    connectedAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('publishing_channels_owner').on(table.accountId, table.adapter, table.ownerId),
    index('publishing_channels_renew').on(table.renewAt),
    index('publishing_channels_ends').on(table.endsAt),
    index('publishing_channels_looked').on(table.lookedAt),
    index('publishing_channels_news').on(table.adapter, table.ownerId),
    index('publishing_channels_agreed').on(table.adapter, table.agreedBy),
  ],
);

/** Sub-accounts that may publish to an account of their main account. */
export const publishingChannelUsers = pgTable(
  'publishing_channel_users',
  {
    channelId: uuid()
      .notNull()
      .references(() => publishingChannels.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.accountId] }),
    index('publishing_channel_users_account').on(table.accountId),
  ],
);

/** How many followed an account at some times; of each day the last. */
export const publishingFollowers = pgTable(
  'publishing_followers',
  {
    channelId: uuid()
      .notNull()
      .references(() => publishingChannels.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    followers: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.day] })],
);

/** Owners who were sent to a platform, and have not come back. */
export const publishingConnections = pgTable(
  'publishing_connections',
  {
    /** sha-256 of what comes back with them. */
    stateHash: text().primaryKey(),
    accountId: uuid().notNull(),
    adapter: text().notNull(),
    redirect: text().notNull(),
    /** The imported account that is to become what they agree to. */
    channelId: uuid(),
    /** Sealed. */
    keep: text(),
    endsAt: time().notNull(),
  },
  (table) => [index('publishing_connections_ends').on(table.endsAt)],
);

/** Accounts that an owner has agreed to at once, of which they have to choose. */
export const publishingChoices = pgTable(
  'publishing_choices',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    adapter: text().notNull(),
    platform: text().notNull(),
    /** The imported account that is to become one of them. */
    channelId: uuid(),
    /** The accounts with their permissions; sealed. */
    agreed: text().notNull(),
    endsAt: time().notNull(),
  },
  (table) => [index('publishing_choices_ends').on(table.endsAt)],
);

/** News of platforms that were heeded, so that none is heeded twice. */
export const publishingNews = pgTable(
  'publishing_news',
  {
    /** sha-256 of the service and the platform's own id of the news. */
    hash: text().primaryKey(),
    endsAt: time().notNull(),
  },
  (table) => [index('publishing_news_ends').on(table.endsAt)],
);
