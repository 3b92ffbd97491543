import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Stored bytes, one row per content. `coreFiles` references them; a blob without references may be removed. */
export const coreBlobs = pgTable('core_blobs', {
  /** sha-256 of the bytes, lower-case hex. */
  hash: text().primaryKey(),
  /** Bytes. */
  size: bigint({ mode: 'number' }).notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Accounts' files: named references to blobs. */
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
    /** MIME type detected from the bytes. */
    type: text().notNull(),
    /** Whether it counts towards the account's space; files that the server derives, such as posters, do not. */
    counted: boolean().notNull().default(true),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('core_files_account').on(table.accountId, table.id),
    index('core_files_hash').on(table.hash),
    // Covers the query that sums up an account's space.
    index('core_files_space')
      .on(table.accountId, table.hash, table.size)
      .where(sql`${table.counted}`),
  ],
);

/** Who is using a file; held files are not removed. */
export const coreFileHolds = pgTable(
  'core_file_holds',
  {
    fileId: uuid()
      .notNull()
      .references(() => coreFiles.id),
    accountId: uuid().notNull(),
    /** Such as `tool-run <id>`. */
    holder: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.holder] }),
    index('core_file_holds_holder').on(table.accountId, table.holder),
  ],
);
