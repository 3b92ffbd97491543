import { boolean, index, integer, pgTable, text, timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

import type { SessionEnd } from './accounts.ts';

/** Every account, with the role that its tier comes from. */
export const coreAccounts = pgTable(
  'core_accounts',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    /** The stored `fdRoleCode`. */
    roleCode: integer().notNull(),
    /** When the role falls back to the free version; null for one that does not end. */
    roleUntil: timestamp({ withTimezone: true }),
    /** When it first had a tier above the free one; null while it never had. */
    memberSince: timestamp({ withTimezone: true }),
    /** The main account that a sub-account belongs to; null for a main account. */
    parentId: uuid().references((): AnyPgColumn => coreAccounts.id),
    operator: boolean().notNull().default(false),
    disabled: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.parentId)],
);

/** Logged-in devices; a token is kept as its hash only. */
export const coreSessions = pgTable(
  'core_sessions',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    /** sha-256 of the token, lower-case hex; the token itself is nowhere. */
    tokenHash: text().notNull().unique('core_sessions_token_hash'),
    /** Names the device to its account; not what the device itself sends. */
    deviceId: text(),
    userAgent: text(),
    ip: text(),
    /** Opened for a partner's user, by the partner's word. */
    partner: boolean().notNull().default(false),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    revokedAt: timestamp({ withTimezone: true }),
    endReason: text().$type<SessionEnd>(),
    /** When its browser was told why it ended, which happens once. */
    toldAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.accountId), index().on(table.expiresAt)],
);
