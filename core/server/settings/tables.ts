import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The settings that operators have changed. */
export const coreSettings = pgTable('core_settings', {
  key: text().primaryKey(),
  /** `{ plain }`, or `{ sealed }` with a text that a secret box opens. */
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedBy: text().notNull(),
});
