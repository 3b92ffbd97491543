import { isDeepStrictEqual } from 'node:util';

import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss, type Db } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';

import type { Database, Tx } from '#core/server/ground/database/database.ts';

/** Jobs that failed for good, kept for operators; they are not processed. */
export const DEAD_LETTERS = 'core.dead-letters';

/** pg-boss's maximum; running jobs are monitored by heartbeat instead. */
const LONGEST_RUN_SECONDS = 24 * 60 * 60;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Queue settings: crashed workers are detected in about ten seconds, retries back off. */
const QUEUE = {
  heartbeatSeconds: 10,
  expireInSeconds: LONGEST_RUN_SECONDS,
  retentionSeconds: YEAR_SECONDS,
  deleteAfterSeconds: 60 * 60,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  notify: true,
  deadLetter: DEAD_LETTERS,
};

/**
 * How often an idle worker polls: seldom while notifications come, since one look for all of them finds what is due
 * beside these.
 */
export const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30 };

/** Starts pg-boss with its own connections; it could not listen on a shared pool. */
export async function startQueue(options: { db: Database; log: Logger }): Promise<PgBoss> {
  const { db, log } = options;
  const boss = new PgBoss({
    connectionString: db.connectionString,
    application_name: 'reelport queue',
    max: 4,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    useListenNotify: true,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue had an error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'the queue warns'));
  await boss.start();
  return boss;
}

/** Creates a queue for each job, or updates existing ones with other settings. */
export async function makeQueues(boss: PgBoss, jobs: readonly string[]): Promise<void> {
  const stored = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!stored.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: YEAR_SECONDS });
  for (const job of jobs) {
    const queue = stored.get(job);
    if (queue === undefined) await boss.createQueue(job, QUEUE);
    else if (!isDeepStrictEqual(queue, { ...queue, ...QUEUE })) await boss.updateQueue(job, QUEUE);
  }
}

/** Lets pg-boss run its statements in our transaction. */
export function inTransaction(tx: Tx): Db {
  return fromDrizzle(tx.orm, sql);
}

const responseSchema = z.object({ affected: z.number() });

/** How many jobs a command of pg-boss changed; its types leave that out. */
export function affectedBy(response: object): number {
  return responseSchema.parse(response).affected;
}
