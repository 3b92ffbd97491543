import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { StagedBytes } from '#core/server/services/files/staging-area.ts';

import type { UploadOutcome } from './upload-outcome.ts';

/** Files on their way from browsers, and for an hour what became of them. */
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
    /** Bytes that are safe, as far as was noted: what the store says counts. */
    received: bigint({ mode: 'number' }).notNull().default(0),
    /** What a remote store needs to go on. */
    remote: jsonb().$type<NonNullable<StagedBytes['remote']>>(),
    /** How often somebody began to write: whoever has an older number is not to write any more. */
    turn: integer().notNull().default(0),
    /** What became of it; null while it is on its way. */
    outcome: jsonb().$type<UploadOutcome>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When it is swept: a day after its last sign of life, an hour after its end. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('core_uploads_account').on(table.accountId), index('core_uploads_expires').on(table.expiresAt)],
);

/** A row of {@link coreUploads}. */
export type UploadRow = typeof coreUploads.$inferSelect;
