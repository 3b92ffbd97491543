import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { coreToolRuns } from '#core/server/services/tool-runs/tables.ts';

/** Where what a run makes is sent by itself once it has ended; gone when that was done. */
export const publishingWishes = pgTable(
  'publishing_wishes',
  {
    runId: uuid()
      .primaryKey()
      .references(() => coreToolRuns.id, { onDelete: 'cascade' }),
    accountId: uuid().notNull(),
    /** The adapter's id. */
    target: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('publishing_wishes_account').on(table.accountId)],
);
