import { sql } from 'drizzle-orm';
import {
  boolean,
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
} from 'drizzle-orm/pg-core';

import type { MixProject } from '../project.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';
import type { ShownCombination } from './preview/shown-combination.ts';
import type { RunPlan, RunRefusal } from './runs/run-facts.ts';

/** Mix projects as their owners left them. */
export const mixingProjects = pgTable(
  'mixing_projects',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    /** What its name is found by: the name itself, its pinyin and their initials. */
    search: text().notNull().default(''),
    document: jsonb().$type<MixProject>().notNull(),
    /** Counts changes: whoever saves must have seen the last one. */
    revision: integer().notNull().default(1),
    /** Made of our own clips; an account has one at most. */
    sample: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('mixing_projects_account').on(table.accountId, table.updatedAt),
    uniqueIndex('mixing_projects_sample')
      .on(table.accountId)
      .where(sql`${table.sample} and ${table.deletedAt} is null`),
  ],
);

/** Templates that accounts keep for new projects. */
export const mixingTemplates = pgTable(
  'mixing_templates',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    /** A project without clips and music. */
    document: jsonb().$type<MixProject>().notNull(),
    /** Whether the owner's organisation may use it. */
    shared: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('mixing_templates_account').on(table.accountId, table.createdAt)],
);

/**
 * What a run of the tool `mixing.mix` has beside its row in `core_tool_runs`, whose id it has: each is a batch of outputs
 * made from a snapshot of a project.
 */
export const mixingRuns = pgTable(
  'mixing_runs',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => mixingProjects.id),
    /** The project when the run began. */
    document: jsonb().$type<MixProject>().notNull(),
    /** Outputs that were asked for. */
    count: integer().notNull(),
    /** Outputs that are possible, once it is planned; those that their owner has taken out since are counted. */
    planned: integer(),
    share: integer(),
    seed: integer().notNull(),
    plan: jsonb().$type<RunPlan>(),
    refused: jsonb().$type<RunRefusal[]>().notNull().default([]),
    certificate: jsonb().$type<Certificate>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('mixing_runs_account').on(table.accountId, table.createdAt),
    index('mixing_runs_project').on(table.projectId, table.id),
  ],
);

/** What the pieces of a project's videos show, so that later ones are compared with them; each piece once. */
export const mixingFootage = pgTable(
  'mixing_footage',
  {
    accountId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => mixingProjects.id),
    /** Names the piece by all that it was made from. */
    key: text().notNull(),
    /** Its fingerprint, packed, base64. */
    footage: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.key] })],
);

/** Combinations that are shown before a run, rendered small; they go after a day. */
export const mixingPreviews = pgTable(
  'mixing_previews',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** Names what is shown: the same is rendered once. */
    digest: text().notNull(),
    /** The project, with no more materials than are shown. */
    document: jsonb().$type<MixProject>().notNull(),
    combination: jsonb().$type<ShownCombination>().notNull(),
    state: text().$type<'working' | 'ready' | 'failed'>().notNull(),
    /** The task that renders it. */
    taskId: uuid().notNull(),
    /** The video in the account's files, once it is ready. */
    fileId: uuid(),
    error: jsonb().$type<RunRefusal['error']>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('mixing_previews_digest').on(table.accountId, table.digest),
    index('mixing_previews_created').on(table.createdAt),
  ],
);

/** What making videos took on this installation: moving means, by which a run's time and space are told beforehand. */
export const mixingPaces = pgTable('mixing_paces', {
  /** What it is the pace of. */
  name: text().primaryKey(),
  value: doublePrecision().notNull(),
  /** How many runs it was learned from, and how far they lay from what was told, in the mean: logarithms of ratios. */
  runs: integer().notNull().default(1),
  deviation: doublePrecision().notNull().default(0),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
});

/** A row of {@link mixingRuns}. */
export type Run = typeof mixingRuns.$inferSelect;
