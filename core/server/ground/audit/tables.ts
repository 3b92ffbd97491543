import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE. */
export const coreAudit = pgTable(
  'core_audit',
  {
    id: uuid().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actor: text().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    accountId: text(),
    requestId: text(),
    ip: text(),
    details: jsonb(),
  },
  (table) => [index().on(table.at), index().on(table.accountId, table.at), index().on(table.action, table.at)],
);
