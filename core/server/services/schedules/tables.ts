import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** When the schedules of plugins are due next; a row for each that runs in this installation. */
export const coreSchedules = pgTable('core_schedules', {
  /** With the plugin: `mixing.old-previews`. */
  name: text().primaryKey(),
  plugin: text().notNull(),
  /** Cron and zone, so that a change of either counts anew. */
  times: text().notNull(),
  nextAt: timestamp({ withTimezone: true }).notNull(),
});
