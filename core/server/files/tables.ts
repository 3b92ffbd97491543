import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Stored bytes, one row a content. Rows of `coreFiles` count the references: a blob without any may go. */
export const coreBlobs = pgTable('core_blobs', {
  /** sha-256 of the bytes, lower-case hex. */
  hash: text().primaryKey(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Files of accounts: a name for a blob. */
export const coreFiles = pgTable(
  'core_files',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    hash: text()
      .notNull()
      .references(() => coreBlobs.hash),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    /** MIME type judged from the bytes. */
    type: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('core_files_account').on(table.accountId, table.id), index('core_files_hash').on(table.hash)],
);
