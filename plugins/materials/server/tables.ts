import { sql } from 'drizzle-orm';
import {
  bigint,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

import type { MessageKey } from '#core/contract/message-keys.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import type { Material, MaterialKind, Recorded } from '../calls.ts';
import type { Codecs } from './api.ts';

/** Text that is compared by bytes, independent of the database's collation. */
const orderText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A picture that was made of a material: its record in the account's files. */
export interface MadePicture {
  fileId: string;
  hash: string;
  type: string;
}

/** A poster; one that was made before there were thumbnails has none. */
export interface MadePoster extends MadePicture {
  thumbnail?: MadePicture;
}

/** Folders, those in the trash included. */
export const materialsFolders = pgTable(
  'materials_folders',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    orderKey: orderText().notNull(),
    parentId: uuid().references((): AnyPgColumn => materialsFolders.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    deletedAt: timestamp({ withTimezone: true }),
    /** What it went to the trash with. */
    removalId: uuid(),
  },
  (table) => [
    index('materials_folders_account').on(table.accountId, table.orderKey),
    index('materials_folders_parent').on(table.parentId),
    index('materials_folders_removal')
      .on(table.accountId, table.removalId)
      .where(sql`${table.removalId} is not null`),
    // Names are unique within a folder; at the top level there is no folder to compare.
    uniqueIndex('materials_folders_name')
      .on(table.accountId, sql`coalesce(${table.parentId}, '00000000-0000-0000-0000-000000000000'::uuid)`, table.name)
      .where(sql`${table.deletedAt} is null`),
  ],
);

/** Materials, those in the trash included. */
export const materialsItems = pgTable(
  'materials_items',
  {
    /** Id of its file, too, which cannot go while it is a material. */
    id: uuid()
      .primaryKey()
      .references(() => coreFiles.id),
    accountId: uuid().notNull(),
    kind: text().$type<MaterialKind>().notNull(),
    name: text().notNull(),
    /** What it is found by: name, pinyin, initials. */
    search: text().notNull(),
    /** What lists by name are ordered by. */
    orderKey: orderText().notNull(),
    /** Null at the top. */
    folderId: uuid().references(() => materialsFolders.id),
    /** Of its file, which never changes: sha-256, bytes, MIME type. */
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Measured. */
    seconds: doublePrecision(),
    /** Displayed size in pixels. */
    width: integer(),
    height: integer(),
    /** Of a video; null for others, and for those that were looked at before this was kept. */
    codecs: jsonb().$type<Codecs>(),
    state: text().$type<Material['state']>().notNull(),
    /** Why it cannot be used. */
    error: jsonb().$type<{ code: MessageKey; params: MessageParams }>(),
    /** At most how often tools have encoded one of its pictures since they were uploaded; null where that is unknown. */
    encodings: integer(),
    split: text().$type<Material['split']>().notNull().default('none'),
    /** Videos that were made with it. */
    mixCount: integer().notNull().default(0),
    mixedAt: timestamp({ withTimezone: true }),
    /** Times that its bytes were published, and the last of them. */
    publishCount: integer().notNull().default(0),
    publishedAt: timestamp({ withTimezone: true }),
    poster: jsonb().$type<MadePoster>(),
    sprite: jsonb().$type<MadePicture & Omit<NonNullable<Material['sprite']>, 'url'>>(),
    /** 240 levels of one byte, base64. */
    peaks: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    deletedAt: timestamp({ withTimezone: true }),
    /** What it went to the trash with. */
    removalId: uuid(),
  },
  (table) => [
    // The same bytes are one material.
    uniqueIndex('materials_items_hash').on(table.accountId, table.hash),
    // One index per order of a list, so that a page is read in index order.
    index('materials_items_created').on(table.accountId, table.createdAt, table.id),
    index('materials_items_name').on(table.accountId, table.orderKey, table.id),
    index('materials_items_seconds').on(table.accountId, sql`coalesce(${table.seconds}, -1)`, table.id),
    index('materials_items_size').on(table.accountId, table.size, table.id),
    index('materials_items_mix_count').on(table.accountId, table.mixCount, table.id),
    index('materials_items_mixed').on(table.accountId, sql`coalesce(${table.mixedAt}, '-infinity')`, table.id),
    index('materials_items_folder').on(table.folderId),
    index('materials_items_removal')
      .on(table.accountId, table.removalId)
      .where(sql`${table.removalId} is not null`),
    index('materials_items_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
);

/** What videos show, so that footage is known again: one row a material, gone with it. */
export const materialsFootage = pgTable('materials_footage', {
  itemId: uuid()
    .primaryKey()
    .references(() => materialsItems.id, { onDelete: 'cascade' }),
  accountId: uuid().notNull(),
  /** How the fingerprint was made: one of another making is as good as none. */
  format: text().notNull(),
  /** The fingerprint, packed, base64. */
  footage: text().notNull(),
});

/** What materials were made from, where a tool made them of others: a row for each source, which may be gone. */
export const materialsOrigins = pgTable(
  'materials_origins',
  {
    itemId: uuid()
      .notNull()
      .references(() => materialsItems.id, { onDelete: 'cascade' }),
    sourceId: uuid().notNull(),
    accountId: uuid().notNull(),
    /** The run that made it, which goes before it does. */
    runId: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.itemId, table.sourceId] }),
    index('materials_origins_source').on(table.accountId, table.sourceId),
  ],
);

/** What was published, by its bytes: they may become a material later, or again. */
export const materialsPublications = pgTable(
  'materials_publications',
  {
    /** The post's. */
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    hash: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('materials_publications_hash').on(table.accountId, table.hash)],
);

/** What happened to materials; it outlives them. */
export const materialsRecords = pgTable(
  'materials_records',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    materialId: uuid().notNull(),
    /** Name and kind as they were then. */
    name: text().notNull(),
    kind: text().$type<MaterialKind>().notNull(),
    what: text().$type<Recorded>().notNull(),
    /** The former name, the folder’s name, or how many videos. */
    detail: text(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('materials_records_account').on(table.accountId, table.at, table.id),
    index('materials_records_material').on(table.materialId, table.at, table.id),
    index('materials_records_at').on(table.at),
  ],
);
