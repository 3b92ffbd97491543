import { bigint, doublePrecision, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';

import type { ListedText } from '../calls.ts';

/** Texts with times. */
export const copywritingTexts = pgTable(
  'copywriting_texts',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** A text stays when its video goes. */
    materialId: uuid().references(() => coreFiles.id, { onDelete: 'set null' }),
    name: text().notNull(),
    type: text().notNull(),
    size: bigint({ mode: 'number' }),
    seconds: doublePrecision(),
    /** Where it is from. */
    origin: text().$type<ListedText['from']>().notNull(),
    language: text().notNull(),
    state: text().$type<ListedText['state']>().notNull(),
    error: jsonb().$type<RunError>(),
    runId: uuid(),
    cues: jsonb().$type<TimedCue[]>().notNull(),
    /** All that they say, a line each: what search looks through. */
    body: text().notNull(),
    tags: jsonb().$type<string[]>().notNull(),
    revision: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('copywriting_texts_newest').on(table.accountId, table.id),
    index('copywriting_texts_run').on(table.runId),
    index('copywriting_texts_material').on(table.materialId),
  ],
);

export type TextRow = typeof copywritingTexts.$inferSelect;
