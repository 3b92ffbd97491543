import { doublePrecision, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

export const poiPlaces = pgTable(
  'poi_places',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** The platform's own id of it. */
    poiId: text().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    /** Degrees, WGS 84. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('poi_places_poi').on(table.accountId, table.poiId),
    index('poi_places_newest').on(table.accountId, table.id),
  ],
);

export type PlaceRow = typeof poiPlaces.$inferSelect;

/** Which posts of whichever plugin name which place. */
export const poiUses = pgTable(
  'poi_uses',
  {
    placeId: uuid()
      .notNull()
      .references(() => poiPlaces.id, { onDelete: 'cascade' }),
    postId: uuid().notNull(),
    accountId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.placeId, table.postId] }), index('poi_uses_account').on(table.accountId)],
);
