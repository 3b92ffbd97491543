import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { Level } from '#core/contract/tiers.ts';

import type { Rejection, TierMode } from './plugins.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Installed plugins, and plugins that ship with the product once something is stored about them. */
export const corePlugins = pgTable('core_plugins', {
  id: text().primaryKey(),
  disabled: boolean().notNull().default(false),
  /** Whether it runs in a frame with its own origin. */
  untrusted: boolean().notNull().default(false),
  /**
   * The row of {@link corePluginVersions} that runs for everybody; null for a plugin that ships with the product, or of
   * which there are only developers' builds.
   */
  current: uuid(),
});

const plugin = () =>
  text()
    .notNull()
    .references(() => corePlugins.id, { onDelete: 'cascade' });

/** The kept versions of outside plugins: the current one, and some to roll back to. */
export const corePluginVersions = pgTable(
  'core_plugin_versions',
  {
    id: uuid().primaryKey(),
    plugin: plugin(),
    version: text().notNull(),
    /**
     * Pushed by its developer: only the sessions of `owner` get it, and it is never rolled back to; the previous build
     * stays for browsers that are still loading it.
     */
    dev: boolean().notNull(),
    /** The account by whose key a developer's build came; null for an installed version. */
    owner: uuid(),
    /** Whether a developer's build runs in a frame; for an installed version the plugin's row says so. */
    isolated: boolean().notNull().default(false),
    /** Identifies the content: it changes with the files and the description. */
    build: text().notNull(),
    /** `json` keeps the order of keys: forms show fields in the author's order. */
    package: json().$type<PluginPackage>().notNull(),
    /** Titles for menus and pages, by language and complete key. */
    texts: jsonb().$type<{ zh: Record<string, string>; en: Record<string, string> }>().notNull(),
    /** Where it was installed from. */
    source: text().notNull(),
    /** Bytes of the packed plugin. */
    bytes: integer().notNull(),
    /** An operator's browser, or those of enough members, activated it without a fault. */
    proven: boolean().notNull().default(false),
    /** The installation abandoned it automatically; only an operator can bring it back. */
    rejected: boolean().notNull().default(false),
    /** Why it was abandoned; null if it was not, or if the reason is unknown. */
    rejection: jsonb().$type<Rejection>(),
    installedAt: timestamp({ withTimezone: true }).notNull(),
    installedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('core_plugin_versions_one')
      .on(table.plugin, table.version)
      .where(sql`not dev`),
    index('core_plugin_versions_plugin').on(table.plugin),
  ],
);

/** Members whose browsers activated a version without a fault; together they may prove it. */
export const corePluginSuccesses = pgTable(
  'core_plugin_successes',
  {
    version: uuid()
      .notNull()
      .references(() => corePluginVersions.id, { onDelete: 'cascade' }),
    /** The main account. */
    member: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.member] })],
);

/** The files of the versions that browsers load. */
export const corePluginFiles = pgTable(
  'core_plugin_files',
  {
    version: uuid()
      .notNull()
      .references(() => corePluginVersions.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    /** `sha384-…` */
    integrity: text().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.path] })],
);

/** Operators' choices for a plugin and a tier. */
export const corePluginTiers = pgTable(
  'core_plugin_tiers',
  { plugin: plugin(), level: text().$type<Level>().notNull(), mode: text().$type<TierMode>().notNull() },
  (table) => [primaryKey({ columns: [table.plugin, table.level] })],
);

/** The grants that outside plugins request, whether they have them, and how often they used them. */
export const corePluginGrants = pgTable(
  'core_plugin_grants',
  {
    plugin: plugin(),
    key: text().notNull(),
    given: boolean().notNull(),
    /** Hash of what it reached when it was given; null for a service, and before it was kept. */
    call: text(),
    uses: bigint({ mode: 'number' }).notNull().default(0),
    lastUsedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.plugin, table.key] })],
);

/** Faults in browsers and in server halves. */
export const corePluginFaults = pgTable(
  'core_plugin_faults',
  {
    /** Increases over time. */
    id: uuid().primaryKey(),
    plugin: plugin(),
    version: text().notNull(),
    phase: text().notNull(),
    message: text().notNull(),
    accountId: uuid(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('core_plugin_faults_newest').on(table.plugin, table.id)],
);
