import { boolean, customType, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Inspected packages, which can be installed for an hour; stored so that every node has them. */
export const extensionsTickets = pgTable(
  'extensions_tickets',
  {
    tokenHash: text().primaryKey(),
    /** Of the operator who had it inspected; nobody else may install by it. */
    accountId: uuid().notNull(),
    /** A file's name, or an address. */
    source: text().notNull(),
    packed: bytea().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.accountId)],
);

/** Keys by which developers push builds of plugins. */
export const extensionsDeveloperKeys = pgTable(
  'extensions_developer_keys',
  {
    keyHash: text().primaryKey(),
    /** The operator who made it: it is good while they are one. */
    accountId: uuid().notNull(),
    name: text().notNull(),
    /** Whether builds run in the page of their owner; in a frame of their own otherwise. */
    trusted: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);
