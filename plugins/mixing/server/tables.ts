import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { MixProject } from '../project.ts';
import type { Certificate } from './certificate/certificate.ts';
import type { OutputFacts, RunPlan, RunRefusal } from './runs/run-facts.ts';

/** Mix projects as their owners left them. */
export const mixingProjects = pgTable(
  'mixing_projects',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    document: jsonb().$type<MixProject>().notNull(),
    /** Counts changes: whoever saves must have seen the last one. */
    revision: integer().notNull().default(1),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
    deletedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index('mixing_projects_account').on(table.accountId, table.updatedAt)],
);

export const RUN_STATES = ['planning', 'rendering', 'certifying', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Runs of a project: each a batch of outputs made from a snapshot of it. */
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
    /** Outputs that are possible, once it is planned. */
    planned: integer(),
    share: integer(),
    seed: integer().notNull(),
    state: text().$type<RunState>().notNull(),
    /** Times that outputs were planned anew. */
    round: integer().notNull().default(0),
    /** Outputs of this round that are neither made nor given up. */
    remaining: integer().notNull().default(0),
    plan: jsonb().$type<RunPlan>(),
    refused: jsonb().$type<RunRefusal[]>().notNull().default([]),
    certificate: jsonb().$type<Certificate>(),
    error: jsonb().$type<RunRefusal['error']>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('mixing_runs_account').on(table.accountId, table.createdAt),
    index('mixing_runs_project').on(table.projectId),
  ],
);

export const OUTPUT_STATES = ['planned', 'made', 'given-up', 'replaced'] as const;
export type OutputState = (typeof OUTPUT_STATES)[number];

/** Outputs of runs. One that was replaced stays as a row: its shots count as made before. */
export const mixingOutputs = pgTable(
  'mixing_outputs',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    projectId: uuid()
      .notNull()
      .references(() => mixingProjects.id),
    runId: uuid()
      .notNull()
      .references(() => mixingRuns.id),
    /** From 0, its place in the run. */
    position: integer().notNull(),
    state: text().$type<OutputState>().notNull(),
    shots: jsonb().$type<OutputFacts['shots']>().notNull(),
    title: text(),
    /** The video, once it is made. */
    fileId: uuid(),
    /** What the certificate needs of the made video. */
    facts: jsonb().$type<OutputFacts['made']>(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('mixing_outputs_run').on(table.runId, table.position),
    index('mixing_outputs_project').on(table.projectId),
  ],
);
