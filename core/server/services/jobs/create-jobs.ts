import { and, desc, eq, inArray, like, sql } from 'drizzle-orm';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

import type { JobsParts } from './attempt.ts';
import { createTurns, type Turns } from './fair-share.ts';
import {
  pluginOf,
  type EnqueueOptions,
  type FailureHandler,
  type JobHandler,
  type Jobs,
  type Task,
  type TaskState,
} from './jobs.ts';
import { pauseTasks, resumeTasks, retryTasks } from './task-control.ts';
import { inTransaction, makeQueues, startQueue } from './queue.ts';
import { coreTasks } from './tables.ts';
import { publishTask, hintTask, queueJob, toTask, type TaskRow } from './task-row.ts';
import { startWorker, type Worker } from './worker.ts';

const DEFAULT_ATTEMPTS = 3;
const INSERT_CHUNK = 1_000;
const LIST_LIMIT = 1_000;

/** {@link Jobs} with start and stop; one per process. */
export interface JobsService extends Jobs {
  /**
   * Connects to the queue and, with a `concurrency` above 0, processes jobs.
   * @param handlers every job of this installation by name, even in a process that does not run any, because jobs
   *   without a handler are rejected
   * @param options.concurrency how many jobs of each name run at once in this process; 0 to only enqueue
   * @param options.failures by job name, called when a task has ended without a result
   * @throws TypeError for a name that is not `<plugin>.<job>`
   */
  start(
    handlers: Record<string, JobHandler>,
    options: { concurrency: number; failures?: Record<string, FailureHandler> },
  ): Promise<void>;
  /**
   * Goes on with other handlers of one plugin. Its jobs that are being processed are aborted and return to the queue; a
   * job without a handler waits.
   */
  exchange(
    plugin: string,
    handlers: Record<string, JobHandler>,
    failures: Record<string, FailureHandler>,
  ): Promise<void>;
  /** Aborts the running handlers, returns their jobs to the queue at once, and disconnects. */
  stop(): Promise<void>;
}

/** The queue, built on pg-boss in the same database. */
export function createJobs(options: {
  db: Database;
  events: ServerEvents;
  clock: Clock;
  log: Logger;
  /** Seconds until a task that found a full disk is tried again; a minute by default. */
  fullDiskSeconds?: number;
}): JobsService {
  const { db, events, clock, log, fullDiskSeconds = 60 } = options;
  let started:
    | {
        boss: PgBoss;
        turns: Turns;
        names: ReadonlySet<string>;
        worker: Worker;
        failures: Record<string, FailureHandler>;
      }
    | undefined;

  function queueFor(job?: string): { boss: PgBoss; turns: Turns } {
    if (started === undefined) throw new TypeError('jobs: call start() before anything else');
    if (job !== undefined && !started.names.has(job)) {
      throw new TypeError(
        `jobs: "${job}" has no handler; add "${job}" to the jobs of the plugin "${job.split('.')[0]}"`,
      );
    }
    return started;
  }

  async function enqueueMany(tx: Tx, job: string, list: EnqueueOptions[]): Promise<Task[]> {
    const { boss, turns } = queueFor(job);
    // A task and its job are stored atomically, even for a caller without a transaction.
    if (tx.orm === db.orm) return await db.transaction((own) => enqueueMany(own, job, list));
    const now = clock.now();
    const tags = new Map<string, number>();
    for (const [accountId, own] of Map.groupBy(list, (item) => item.accountId)) {
      tags.set(accountId, await turns.take(job, accountId, own.length));
    }
    const rows = list.map((item) => {
      const tag = tags.get(item.accountId) ?? 1;
      tags.set(item.accountId, tag + 1);
      return newRow(job, item, tag, now);
    });
    for (let at = 0; at < rows.length; at += INSERT_CHUNK) {
      const chunk = rows.slice(at, at + INSERT_CHUNK);
      await tx.orm.insert(coreTasks).values(chunk);
      await boss.insert(
        job,
        chunk.map((row, index) => queueJob(row, list[at + index]?.startAfter)),
        { db: inTransaction(tx) },
      );
    }
    return rows.map(toTask);
  }

  async function find(orm: Tx['orm'], accountId: string, taskId: string, lock = false): Promise<TaskRow> {
    const query = orm
      .select()
      .from(coreTasks)
      .where(and(eq(coreTasks.id, taskId), eq(coreTasks.accountId, accountId)));
    const [row] = z.uuid().safeParse(taskId).success ? await (lock ? query.for('update') : query) : [];
    return row ?? fail('core:task.missing', {}, { kind: 'not-found' });
  }

  async function change(tx: Tx, row: TaskRow, values: Partial<TaskRow>): Promise<TaskRow> {
    const [changed] = await tx.orm
      .update(coreTasks)
      .set({ ...values, updatedAt: clock.now() })
      .where(eq(coreTasks.id, row.id))
      .returning();
    return changed ?? row;
  }

  return {
    async start(handlers, { concurrency, failures: given = {} }) {
      if (started !== undefined) throw new TypeError('jobs: start() was called before');
      const names = Object.keys(handlers);
      for (const name of names) {
        if (!/^[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9.-]*$/.test(name)) {
          throw new TypeError(
            `jobs: "${name}" must be the plugin's id, a dot and the job's name, such as "mixing.render"`,
          );
        }
      }
      const boss = await startQueue({ db, log });
      try {
        await makeQueues(boss, names);
        const failures = { ...given };
        const parts: JobsParts = { db, boss, events, clock, log, failures, fullDiskSeconds };
        const worker = await startWorker(parts, handlers, concurrency);
        const turns = createTurns({ connectionString: db.connectionString, log });
        started = { boss, turns, names: new Set(names), worker, failures };
      } catch (error) {
        await boss.stop({ graceful: false });
        throw error;
      }
    },

    async exchange(plugin, handlers, failures) {
      const { boss } = queueFor();
      if (started === undefined) return;
      const own = [...started.names].filter((name) => pluginOf(name) === plugin);
      const names = Object.keys(handlers);
      await makeQueues(boss, names);
      started.names = new Set([...started.names].filter((name) => !own.includes(name)).concat(names));
      for (const name of own) delete started.failures[name];
      Object.assign(started.failures, failures);
      await started.worker.exchange(own, handlers);
    },

    async stop() {
      const last = started;
      started = undefined;
      await last?.worker.stop();
      await last?.boss.stop({ graceful: false });
      await last?.turns.close();
    },

    async enqueue(tx, job, item) {
      const [task] = await enqueueMany(tx, job, [item]);
      if (task === undefined) throw new TypeError('jobs.enqueue: nothing to enqueue');
      return task;
    },

    enqueueMany,

    async cancel(accountId, taskId) {
      const { boss } = queueFor();
      const row = await db.transaction(async (tx) => {
        const found = await find(tx.orm, accountId, taskId, true);
        if (found.state === 'cancelled' || found.state === 'cancelling') return found;
        if (found.state === 'succeeded' || found.state === 'failed')
          fail('core:task.finished', {}, { kind: 'conflict' });
        if (found.state === 'running') {
          await db.notifications.send(tx, 'cancel', { taskId });
          return await change(tx, found, { state: 'cancelling' });
        }
        const cancelled = await change(tx, found, { state: 'cancelled', secondsLeft: null });
        await boss.cancel(found.job, found.queueId, { db: inTransaction(tx) });
        await started?.failures[found.job]?.(tx, toTask(cancelled), cancelled.payload);
        await publishTask(events, tx, cancelled);
        return cancelled;
      });
      if (row.state === 'cancelling') await hintTask(events, row);
      return toTask(row);
    },

    async retry(accountId, taskId) {
      const { boss, turns } = queueFor();
      const row = await db.transaction(async (tx) => {
        const found = await find(tx.orm, accountId, taskId, true);
        if (found.state !== 'failed' && found.state !== 'cancelled') {
          fail('core:task.not-retryable', {}, { kind: 'conflict' });
        }
        if (started?.names.has(found.job) !== true) {
          fail('core:task.plugin-missing', { plugin: pluginOf(found.job) }, { kind: 'unavailable' });
        }
        const tag = await turns.take(found.job, accountId, 1);
        const waiting = await change(tx, found, {
          state: 'queued',
          progress: 0,
          secondsLeft: null,
          attempt: 0,
          error: null,
          queueId: uuidv7(),
          claim: -1,
          tag,
        });
        await boss.insert(found.job, [queueJob(waiting)], { db: inTransaction(tx) });
        return waiting;
      });
      await hintTask(events, row);
      return toTask(row);
    },

    retryMany: (tx, job, accountId, ids) => retryTasks(queueFor(job), tx, job, { accountId, ids, now: clock.now() }),
    pause: (tx, job, subject) => pauseTasks(queueFor(job).boss, tx, job, { ...subject, now: clock.now() }),
    resume: (tx, job, subject) => resumeTasks(queueFor(job), tx, job, { ...subject, now: clock.now() }),

    async get(accountId, taskId) {
      return toTask(await find(db.orm, accountId, taskId));
    },

    async list(accountId, { subjectId, states, limit = 100, plugin } = {}) {
      const rows = await db.orm
        .select()
        .from(coreTasks)
        .where(
          and(
            eq(coreTasks.accountId, accountId),
            subjectId === undefined ? undefined : eq(coreTasks.subjectId, subjectId),
            states === undefined ? undefined : inArray(coreTasks.state, states),
            plugin === undefined ? undefined : like(coreTasks.job, `${plugin}.%`),
          ),
        )
        .orderBy(desc(coreTasks.createdAt), desc(coreTasks.id))
        .limit(Math.min(limit, LIST_LIMIT));
      return rows.map(toTask);
    },

    async stats() {
      const rows = await db.orm
        .select({ job: coreTasks.job, state: coreTasks.state, count: sql<number>`count(*)::int` })
        .from(coreTasks)
        .groupBy(coreTasks.job, coreTasks.state);
      const stats: Record<string, Record<TaskState, number>> = {};
      for (const { job, state, count } of rows) {
        stats[job] ??= { queued: 0, running: 0, paused: 0, cancelling: 0, cancelled: 0, succeeded: 0, failed: 0 };
        stats[job][state] = count;
      }
      return stats;
    },
  };
}

function newRow(job: string, item: EnqueueOptions, tag: number, now: Date): TaskRow {
  return {
    id: uuidv7(),
    accountId: item.accountId,
    job,
    subjectId: item.subjectId ?? null,
    state: 'queued',
    progress: 0,
    secondsLeft: null,
    attempt: 0,
    error: null,
    payload: item.payload ?? null,
    attempts: Math.max(1, item.attempts ?? DEFAULT_ATTEMPTS),
    queueId: uuidv7(),
    claim: -1,
    tag,
    createdAt: now,
    updatedAt: now,
  };
}
