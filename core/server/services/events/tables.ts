import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Kept events. Ids rise in the order of the commits, so a reader that saw one saw all before it. */
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
