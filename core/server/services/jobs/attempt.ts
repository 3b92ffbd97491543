import { and, eq, inArray, sql } from 'drizzle-orm';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';

import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { untilConnected } from '#core/server/ground/database/until-connected.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

import { advanceClock } from './fair-share.ts';
import type { FailureHandler, Task } from './jobs.ts';
import { affectedBy, inTransaction } from './queue.ts';
import { coreTasks } from './tables.ts';
import { hintTask, publishTask, toTask, type TaskRow } from './task-row.ts';

/** Shared by the parts of the queue. */
export interface JobsParts {
  db: Database;
  boss: PgBoss;
  events: ServerEvents;
  clock: Clock;
  log: Logger;
  /** By the job's name. */
  failures: Readonly<Record<string, FailureHandler>>;
  /** Seconds until a task that found a full disk is tried again. */
  fullDiskSeconds: number;
}

/** The data of a queue row; everything else is in the task. */
export interface QueueData {
  taskId: string;
}

/** How long an attempt waits for an unavailable database before it gives up its result. */
const AWAY_SECONDS = 60;

class LostClaim extends Error {}

/**
 * One attempt at a task, as the database sees it. All writes are conditional on the queue job and its retry count still
 * being the task's, so a worker that was presumed dead changes nothing.
 */
export class Attempt {
  readonly #parts: JobsParts;
  readonly #job: JobWithMetadata<QueueData>;
  readonly #taskId: string;

  readonly #isQuiet: boolean;

  /** @param isQuiet whether only its failures are told */
  constructor(parts: JobsParts, job: JobWithMetadata<QueueData>, isQuiet = false) {
    this.#isQuiet = isQuiet;
    this.#parts = parts;
    this.#job = job;
    this.#taskId = job.data.taskId;
  }

  /** Whether the queue tries again after a failure of this attempt. */
  get hasNext(): boolean {
    return this.#job.retryCount < this.#job.retryLimit;
  }

  /** Claims the task; undefined if it was cancelled, has ended, or belongs to another attempt. */
  async start(): Promise<TaskRow | undefined> {
    const { db, clock, events } = this.#parts;
    const claim = this.#job.retryCount;
    const [row] = await db.orm
      .update(coreTasks)
      .set({
        state: 'running',
        attempt: sql`${coreTasks.attempt} + 1`,
        claim,
        progress: 0,
        secondsLeft: null,
        error: null,
        updatedAt: clock.now(),
      })
      .where(
        and(
          eq(coreTasks.id, this.#taskId),
          eq(coreTasks.queueId, this.#job.id),
          sql`${coreTasks.claim} < ${claim}`,
          inArray(coreTasks.state, ['queued', 'running']),
        ),
      )
      .returning();
    // Not in one transaction, which would hold the row that all starts of a queue share.
    if (row !== undefined) await advanceClock(db, row.job, row.tag);
    if (row !== undefined && !this.#isQuiet) await hintTask(events, row);
    return row;
  }

  /** Stores progress; false when this attempt no longer owns a running task. */
  async progress(value: number, secondsLeft: number | null): Promise<boolean> {
    const { db, clock, events } = this.#parts;
    const [row] = await db.orm
      .update(coreTasks)
      .set({ progress: value, secondsLeft, updatedAt: clock.now() })
      .where(this.#own('running'))
      .returning();
    if (row !== undefined) await hintTask(events, row);
    return row !== undefined;
  }

  /** The task as this attempt still owns it, or undefined. */
  async read(): Promise<TaskRow | undefined> {
    const [row] = await this.#parts.db.orm.select().from(coreTasks).where(this.#own());
    return row;
  }

  /** Ends the task and its job in one transaction with `publish`; false if another attempt owns the task. */
  async complete(publish?: (tx: Tx) => Promise<void>): Promise<boolean> {
    const { db, boss, clock, events } = this.#parts;
    try {
      let tries = 0;
      return await this.#whenConnected(async () => {
        // If the connection broke during the commit, it may have been committed anyway.
        if (++tries > 1 && (await this.read())?.state === 'succeeded') return true;
        return await db.transaction(async (tx) => {
          const [row] = await tx.orm
            .update(coreTasks)
            .set({ state: 'succeeded', progress: 1, secondsLeft: null, updatedAt: clock.now() })
            .where(this.#own('running'))
            .returning();
          if (row === undefined) return false;
          // First, since what is published may lock what many share.
          const done = await boss.complete(this.#job.name, this.#job, null, { db: inTransaction(tx) });
          if (affectedBy(done) !== 1) throw new LostClaim();
          await publish?.(tx);
          if (!this.#isQuiet) await publishTask(events, tx, row);
          return true;
        });
      });
    } catch (error) {
      if (error instanceof LostClaim) return false;
      throw error;
    }
  }

  /** Ends the task without a result; false if another attempt owns the task. */
  async end(state: 'failed' | 'cancelled', error: Task['error']): Promise<boolean> {
    const { db, clock, events } = this.#parts;
    return await this.#whenConnected(() =>
      db.transaction(async (tx) => {
        const [row] = await tx.orm
          .update(coreTasks)
          .set({ state, error, secondsLeft: null, updatedAt: clock.now() })
          .where(this.#own('running', 'cancelling'))
          .returning();
        if (row === undefined) return false;
        await this.#parts.failures[row.job]?.(tx, toTask(row), row.payload);
        await publishTask(events, tx, row);
        return true;
      }),
    );
  }

  /** Marks the task as waiting; the queue starts the next attempt by itself. */
  async awaitNext(error: Task['error']): Promise<void> {
    const { db, clock, events } = this.#parts;
    const [row] = await this.#whenConnected(() =>
      db.orm
        .update(coreTasks)
        .set({ state: 'queued', error, secondsLeft: null, updatedAt: clock.now() })
        .where(this.#own('running'))
        .returning(),
    );
    if (row !== undefined) await hintTask(events, row);
  }

  /**
   * Returns the task to the queue without counting the attempt; another worker may start it at once.
   * @param later seconds until it may start, and why it waits
   */
  async giveBack(later?: { seconds: number; error: Task['error'] }): Promise<void> {
    const { db, boss, clock, events } = this.#parts;
    const queueId = uuidv7();
    const row = await this.#whenConnected(() =>
      db.transaction(async (tx) => {
        const [waiting] = await tx.orm
          .update(coreTasks)
          .set({
            ...{ state: 'queued', queueId, claim: -1, secondsLeft: null, updatedAt: clock.now() },
            error: later?.error ?? null,
          })
          .where(this.#own('running'))
          .returning();
        if (waiting === undefined) return undefined;
        const db = inTransaction(tx);
        await boss.deleteJob(this.#job.name, this.#job, { db });
        await boss.send(this.#job.name, this.#job.data, {
          id: queueId,
          priority: -waiting.tag,
          retryLimit: this.#job.retryLimit - this.#job.retryCount,
          ...(later === undefined ? {} : { startAfter: later.seconds }),
          db,
        });
        return waiting;
      }),
    );
    if (row !== undefined) await hintTask(events, row);
  }

  #own(...states: Task['state'][]) {
    return and(
      eq(coreTasks.id, this.#taskId),
      eq(coreTasks.queueId, this.#job.id),
      eq(coreTasks.claim, this.#job.retryCount),
      states.length === 0 ? undefined : inArray(coreTasks.state, states),
    );
  }

  async #whenConnected<T>(work: () => Promise<T>): Promise<T> {
    return await untilConnected(work, AWAY_SECONDS);
  }
}
