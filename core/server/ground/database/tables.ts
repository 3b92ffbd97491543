import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Counters of limits that hold over all processes, such as messages to one phone an hour. Unlogged: a crash of the database empties it. */
export const coreLimits = pgTable(
  'core_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** When the window ends and the count begins anew. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);
