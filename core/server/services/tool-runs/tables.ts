import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { RunPrice, ToolItemState, ToolRunState } from '#core/contract/tool-run-calls.ts';

import type { KeptFile } from './run-store.ts';
import type { Naming } from './item-names.ts';
import type { Json, RunError } from './tool.ts';

/** Runs of tools. */
export const coreToolRuns = pgTable(
  'core_tool_runs',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    /** Begins with its plugin's id: `crop.cut`. */
    tool: text().notNull(),
    name: text().notNull(),
    state: text().$type<ToolRunState>().notNull(),
    settings: jsonb().notNull(),
    inputs: jsonb().$type<string[]>().notNull(),
    price: jsonb().$type<RunPrice>(),
    /** How its owner has named all items; null while they are called what the tool calls them. */
    naming: jsonb().$type<Naming>(),
    /** Times that items were planned anew. */
    round: integer().notNull().default(0),
    /** Those since its owner asked for something, but for rounds that count for nothing. */
    replans: integer().notNull().default(0),
    /** Whether there has been a plan. */
    plannedAt: timestamp({ withTimezone: true }),
    facts: jsonb().$type<Json>(),
    error: jsonb().$type<RunError>(),
    /** Counts what browsers should see; an item's row names the count of its last change. */
    revision: integer().notNull().default(0),
    /** 0 to 1 over the whole run, as it was last told. */
    progress: doublePrecision().notNull().default(0),
    progressAt: timestamp({ withTimezone: true }),
    /** Since when items are being made without a pause, and how far the run was then. */
    workingSince: timestamp({ withTimezone: true }),
    workingFrom: doublePrecision().notNull().default(0),
    /** The task that plans or finishes it. */
    taskId: uuid(),
    /** When it ended; null while it works, and again when failed items are tried once more. */
    endedAt: timestamp({ withTimezone: true }),
    /** When its outputs go. */
    expiresAt: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('core_tool_runs_account').on(table.accountId, table.tool, table.id),
    index('core_tool_runs_expiry')
      .on(table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
  ],
);

/** What runs make. */
export const coreToolItems = pgTable(
  'core_tool_items',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    runId: uuid()
      .notNull()
      .references(() => coreToolRuns.id, { onDelete: 'cascade' }),
    /** From 0, its place in the run. */
    position: integer().notNull(),
    /** The round that it was planned in. */
    round: integer().notNull(),
    state: text().$type<Exclude<ToolItemState, 'working'>>().notNull(),
    name: text().notNull(),
    sources: jsonb().$type<string[]>().notNull(),
    params: jsonb().$type<Json>(),
    /** What making it takes beside the others of its run. */
    cost: doublePrecision().notNull(),
    /** Estimated bytes of its outputs. */
    bytes: doublePrecision(),
    files: jsonb().$type<readonly KeptFile[]>().notNull().default([]),
    /** A still picture of it in the account's files. */
    posterId: uuid(),
    facts: jsonb().$type<Json>(),
    /** How long what was made is; null where its tool does not say. */
    seconds: doublePrecision(),
    error: jsonb().$type<RunError>(),
    /** The task that makes it. */
    taskId: uuid(),
    /** The run's revision when it last changed. */
    revision: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('core_tool_items_run').on(table.runId, table.position)],
);

/** A row of {@link coreToolRuns}. */
export type RunRow = typeof coreToolRuns.$inferSelect;

/** A row of {@link coreToolItems}. */
export type ItemRow = typeof coreToolItems.$inferSelect;
