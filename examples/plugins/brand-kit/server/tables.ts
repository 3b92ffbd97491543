import { doublePrecision, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** The accounts' brand kits. */
export const brandKits = pgTable(
  'brand_kit_kits',
  {
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id').notNull(),
    name: text('name').notNull(),
    color: text('color').notNull(),
    outlineColor: text('outline_color').notNull(),
    size: integer('size').notNull(),
    position: doublePrecision('position').notNull(),
    watermark: text('watermark').notNull(),
    paletteTask: uuid('palette_task'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('brand_kit_kits_name').on(table.accountId, table.name),
    index('brand_kit_kits_task').on(table.paletteTask),
  ],
);

export type KitRow = typeof brandKits.$inferSelect;
