import { bigint, index, integer, jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { Task } from './jobs.ts';

/** Tasks, as people see them. The queue's own rows live in the schema `pgboss`. */
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
    /** Tries in all. */
    attempts: integer().notNull(),
    /** The queue's job that works for this task now; another one after a retry or a worker's stop. */
    queueId: uuid().notNull(),
    /** The queue's count of retries in the attempt that owns the task; -1 before the first. */
    claim: integer().notNull().default(-1),
    /** Start tag of fair queueing; its negative is the priority in the queue. */
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

/** The start tag of the job of each name that started last: the queue's virtual time. */
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
