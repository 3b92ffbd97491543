import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The permissions of operators' own shops, which are renewed with what comes back each time. */
export const channelsShopPermissions = pgTable('channels_shop_permissions', {
  /** The app and the shop. */
  shop: text().primaryKey(),
  /** sha-256 of the code that it began with, so that another one begins anew. */
  codeHash: text().notNull(),
  /** Sealed. */
  tokens: text().notNull(),
  renewAt: timestamp({ withTimezone: true }).notNull(),
});
