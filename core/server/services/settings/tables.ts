import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { coreAccounts } from '#core/server/services/accounts/tables.ts';

/** Settings that operators have changed. */
export const coreSettings = pgTable('core_settings', {
  key: text().primaryKey(),
  /** `{ plain }`, or `{ sealed }` with an encrypted text. */
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedBy: text().notNull(),
});

/** Settings of accounts, one row per namespace: a plugin's id, or `shell`. */
export const coreAccountSettings = pgTable(
  'core_account_settings',
  {
    accountId: uuid()
      .notNull()
      .references(() => coreAccounts.id),
    namespace: text().notNull(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.namespace] })],
);
