import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Counters of rate limits shared by all processes. Unlogged: a crash of the database empties it. */
export const coreLimits = pgTable(
  'core_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** When the window ends and counting starts over. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);
