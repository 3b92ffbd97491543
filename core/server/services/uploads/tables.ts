import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { StagedBytes } from '#core/server/services/files/staging-area.ts';

import type { UploadOutcome } from './upload-outcome.ts';

/** Uploads in progress, and for an hour their outcomes. */
export const coreUploads = pgTable(
  'core_uploads',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** Where it goes: `<plugin>/<name>`. */
    address: text().notNull(),
    name: text().notNull(),
    /** Bytes, as announced. */
    size: bigint({ mode: 'number' }).notNull(),
    /** Further fields as they were announced. */
    fields: jsonb().$type<Record<string, string>>().notNull(),
    /** MIME types that the receiver takes; all when null. */
    accept: jsonb().$type<readonly string[]>(),
    /** Bytes known to be stored; the store itself is authoritative. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** What a remote store needs to go on. */
    remote: jsonb().$type<NonNullable<StagedBytes['remote']>>(),
    /** Counts writers: one with an older number must stop writing. */
    turn: integer().notNull().default(0),
    /** Its outcome; null while it is in progress. */
    outcome: jsonb().$type<UploadOutcome>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When it is swept: a day after its last activity, an hour after its end. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('core_uploads_account').on(table.accountId), index('core_uploads_expires').on(table.expiresAt)],
);

/** A row of {@link coreUploads}. */
export type UploadRow = typeof coreUploads.$inferSelect;
