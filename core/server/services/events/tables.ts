import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Kept events. Ids increase in commit order, so a reader that has seen one has seen all before it. */
export const coreEvents = pgTable(
  'core_events',
  {
    id: bigserial({ mode: 'bigint' }).primaryKey(),
    accountId: uuid().notNull(),
    topic: text().notNull(),
    data: jsonb(),
    createdAt: timestamp({ withTimezone: true })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [index().on(table.accountId, table.id), index().on(table.createdAt)],
);
