import { bigint, index, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { Task } from './jobs.ts';

/** Tasks as users see them. The queue's own rows are in the schema `pgboss`. */
export const coreTasks = pgTable(
  'core_tasks',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    job: text().notNull(),
    subjectId: text(),
    state: text().$type<Task['state']>().notNull(),
    progress: real().notNull().default(0),
    secondsLeft: real(),
    /** Counts every start. */
    attempt: integer().notNull().default(0),
    error: jsonb().$type<Task['error']>(),
    payload: jsonb(),
    /** Maximum attempts. */
    attempts: integer().notNull(),
    /** The queue's current job for this task; a retry or a stopped worker gives it a new one. */
    queueId: uuid().notNull(),
    /** The queue's retry count in the attempt that owns the task; -1 before the first. */
    claim: integer().notNull().default(-1),
    /** Start tag of fair queueing; negated, it is the priority in the queue. */
    tag: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index().on(table.accountId, table.createdAt),
    index().on(table.accountId, table.subjectId),
    index().on(table.state, table.job),
  ],
);

/** The start tag of the last started job of each name: the queue's virtual time. */
export const coreJobClock = pgTable('core_job_clock', {
  job: text().primaryKey(),
  virtualTime: bigint({ mode: 'number' }).notNull(),
});

/** The tag of the last job that each account enqueued. */
export const coreJobShares = pgTable(
  'core_job_shares',
  {
    job: text().notNull(),
    accountId: uuid().notNull(),
    finishTag: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.job, table.accountId] })],
);
