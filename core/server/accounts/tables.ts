import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Every account, with the role that its tier comes from. */
export const coreAccounts = pgTable('core_accounts', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** The stored `fdRoleCode`. */
  roleCode: integer().notNull(),
  operator: boolean().notNull().default(false),
  disabled: boolean().notNull().default(false),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

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
    deviceId: text(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    revokedAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.accountId), index().on(table.expiresAt)],
);
