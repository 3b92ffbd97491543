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
    /** When it first had a tier above the free one; null if it never had. */
    memberSince: timestamp({ withTimezone: true }),
    /** The main account that a sub-account belongs to; null for a main account. */
    parentId: uuid().references((): AnyPgColumn => coreAccounts.id),
    operator: boolean().notNull().default(false),
    disabled: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.parentId)],
);

/** Logged-in devices; only the hash of a token is stored. */
export const coreSessions = pgTable(
  'core_sessions',
  {
    id: uuid().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    /** sha-256 of the token, lower-case hex; the token itself is not stored anywhere. */
    tokenHash: text().notNull().unique('core_sessions_token_hash'),
    /** Identifies the device within its account; not an identifier that the device itself sends. */
    deviceId: text(),
    userAgent: text(),
    ip: text(),
    /** Opened for a partner's user on the partner's assurance. */
    partner: boolean().notNull().default(false),
    seenAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    revokedAt: timestamp({ withTimezone: true }),
    endReason: text().$type<SessionEnd>(),
    /** When its browser was told why it ended; that happens only once. */
    toldAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.accountId), index().on(table.expiresAt)],
);
