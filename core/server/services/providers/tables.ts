import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { ProviderKind } from '#core/contract/provider-kinds.ts';

import type { ProviderFailureKind } from './provider-failure.ts';

/** Services that have failed, and until when others are asked before them. */
export const coreServiceRests = pgTable(
  'core_service_rests',
  {
    kind: text().$type<ProviderKind>().notNull(),
    adapter: text().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
    failure: text().$type<ProviderFailureKind>().notNull(),
    /** The service's own message. */
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.adapter] })],
);

/** Requests that are at a service at the moment, of all processes; those of one that has died end by themselves. */
export const coreServiceTurns = pgTable(
  'core_service_turns',
  {
    service: text().notNull(),
    slot: integer().notNull(),
    holder: uuid().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.service, table.slot] })],
);

/** When the next request to a service may begin. */
export const coreServicePaces = pgTable('core_service_paces', {
  service: text().primaryKey(),
  next: timestamp({ withTimezone: true }).notNull(),
});
