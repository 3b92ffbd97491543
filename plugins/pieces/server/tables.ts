import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import { coreFiles } from '#core/server/services/files/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';
import type { FilledSlot } from '#plugins/pieces/choose-pieces.ts';
import type { Footage } from '#plugins/pieces/footage.ts';
import type { Slot } from '#plugins/pieces/template.ts';

/** What accounts keep as templates. */
export const piecesTemplates = pgTable(
  'pieces_templates',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    slots: jsonb().$type<Slot[]>().notNull(),
    revision: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('pieces_templates_account').on(table.accountId, table.updatedAt)],
);

/** What was measured of videos. */
export const piecesVideos = pgTable('pieces_videos', {
  /** That of its material, whose file it goes with. */
  id: uuid()
    .primaryKey()
    .references(() => coreFiles.id, { onDelete: 'cascade' }),
  accountId: uuid().notNull(),
  state: text().$type<'measuring' | 'measured' | 'failed'>().notNull(),
  /** Whether text is looked for, which takes longest. */
  hasText: boolean().notNull(),
  footage: jsonb().$type<Footage>(),
  /** How it was measured: what was measured in another way is measured again. */
  format: text().notNull(),
  error: jsonb().$type<RunError>(),
});

/** Projects: pieces of long videos in the slots of a template. */
export const piecesProjects = pgTable(
  'pieces_projects',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    state: text().$type<'waiting' | 'ready' | 'failed'>().notNull(),
    error: jsonb().$type<RunError>(),
    /** Ids of its videos. */
    materials: uuid().array().notNull(),
    slots: jsonb().$type<FilledSlot[]>().notNull(),
    revision: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('pieces_projects_account').on(table.accountId, table.updatedAt),
    index('pieces_projects_materials').using('gin', table.materials),
  ],
);
