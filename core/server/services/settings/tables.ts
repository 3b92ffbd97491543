import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { coreAccounts } from '#core/server/services/accounts/tables.ts';

/** The settings that operators have changed. */
export const coreSettings = pgTable('core_settings', {
  key: text().primaryKey(),
  /** `{ plain }`, or `{ sealed }` with a text that a secret box opens. */
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedBy: text().notNull(),
});

/** What accounts have set for themselves, one row a namespace: a plugin's id, or `shell`. */
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
