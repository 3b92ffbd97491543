import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
    /** Whether it takes of the account's space; what the server made of a file, such as a poster, does not. */
    counted: boolean().notNull().default(true),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('core_files_account').on(table.accountId, table.id),
    index('core_files_hash').on(table.hash),
    // Everything that the sum of an account's space reads.
    index('core_files_space')
      .on(table.accountId, table.hash, table.size)
      .where(sql`${table.counted}`),
  ],
);

/** Who needs a file just now: one that is held is not removed. */
export const coreFileHolds = pgTable(
  'core_file_holds',
  {
    fileId: uuid()
      .notNull()
      .references(() => coreFiles.id),
    accountId: uuid().notNull(),
    /** Such as `mixing.run <id>`. */
    holder: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.holder] }),
    index('core_file_holds_holder').on(table.accountId, table.holder),
  ],
);
