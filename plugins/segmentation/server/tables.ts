import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import type { FoundShots } from '#core/contract/shots.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';
import type { RunError } from '#core/server/services/tool-runs/tool.ts';
import type { ShotEdit } from '#plugins/segmentation/shots.ts';

/** What is known of the shots of a video. */
export const segmentationVideos = pgTable('segmentation_videos', {
  /** That of its material, whose file it goes with. */
  id: uuid()
    .primaryKey()
    .references(() => coreFiles.id, { onDelete: 'cascade' }),
  accountId: uuid().notNull(),
  state: text().$type<'finding' | 'found' | 'failed'>().notNull(),
  found: jsonb().$type<FoundShots>(),
  /** How they were found: others are looked for again. */
  format: text().notNull(),
  error: jsonb().$type<RunError>(),
  edit: jsonb().$type<ShotEdit>().notNull(),
  revision: integer().notNull().default(0),
});
