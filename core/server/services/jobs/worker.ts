import { setTimeout as sleep } from 'node:timers/promises';

import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { z } from 'zod';

import type { JobsParts, QueueData } from './attempt.ts';
import { watchDue } from './due-soon.ts';
import { pluginOf, type JobHandler } from './jobs.ts';
import { POLLING } from './queue.ts';
import { reconcileTasks } from './reconcile.ts';
import { createJobRunner } from './run-job.ts';
import { coreTasks } from './tables.ts';

const RECONCILE_MILLISECONDS = 5_000;
/** How long handlers may take to end after being aborted; their jobs return to the queue regardless. */
const STOP_MILLISECONDS = 5_000;

const cancelSchema = z.object({ taskId: z.string() });

/** The part of a process that processes jobs. */
export interface Worker {
  /**
   * Goes on with other handlers in place of some. Jobs that are being processed by those are aborted and return to the
   * queue.
   * @param gone names of jobs
   */
  exchange(gone: readonly string[], handlers: Record<string, JobHandler>): Promise<void>;
  stop(): Promise<void>;
}

/** Registers `concurrency` workers per handler, and monitors their jobs. */
export async function startWorker(
  parts: JobsParts,
  handlers: Record<string, JobHandler>,
  concurrency: number,
): Promise<Worker> {
  const { db, boss, log } = parts;
  const runner = createJobRunner(parts);
  const stopped = new AbortController();

  const quietly = (work: Promise<void>) =>
    work.catch((error: unknown) => log.warn({ err: error }, 'tasks could not be checked'));
  const checkAll = async () => {
    for (const job of runner.running) await quietly(job.check());
  };

  if (concurrency > 0) {
    await warnOfOrphans(parts, Object.keys(handlers));
    await db.notifications.listen(
      {
        topic: 'cancel',
        onMessage(data) {
          const message = cancelSchema.safeParse(data);
          for (const job of runner.running) {
            if (job.taskId === message.data?.taskId) void quietly(job.check());
          }
        },
        onGap: () => void checkAll(),
      },
      stopped.signal,
    );
  }
  const working = new Set<string>();
  /** Ids of workers that have nothing to do, by the name of their jobs. */
  const idle = new Map<string, string[]>();
  await work(handlers);
  const endWatch =
    concurrency === 0
      ? undefined
      : watchDue(
          parts,
          {
            all: () => [...working],
            idle: () => [...idle].flatMap(([name, { length }]) => (length === 0 ? [] : [name])),
          },
          (name, count) => {
            for (const id of idle.get(name)?.slice(0, count) ?? []) boss.notifyWorker(id);
          },
        );

  async function work(more: Record<string, JobHandler>): Promise<void> {
    if (concurrency === 0) return;
    for (const [name, handler] of Object.entries(more)) {
      working.add(name);
      const free: string[] = [];
      idle.set(name, free);
      for (let index = 0; index < (handler.atOnce ?? concurrency); index += 1) {
        await register(name, handler, { idle: free, polling: index < concurrency ? POLLING : SELDOM });
      }
    }
  }

  /** Takes no more jobs of these names, and hands those that are under way back to the queue. */
  async function leave(names: readonly string[]): Promise<void> {
    const fetching = Promise.all(names.map((name) => boss.offWork(name)));
    const own = [...runner.running].filter(({ name }) => names.includes(name));
    for (const job of own) job.stop();
    const settled = Promise.all(own.map((job) => job.settled));
    await Promise.race([settled, sleep(STOP_MILLISECONDS, undefined, { ref: false })]);
    for (const job of runner.running) if (own.includes(job)) await quietly(job.abandon());
    await Promise.race([fetching, sleep(1_000, undefined, { ref: false })]);
    for (const name of names) {
      working.delete(name);
      idle.delete(name);
    }
  }

  /** @param options.idle ids of those that work on the same jobs and have nothing to do */
  async function register(
    name: string,
    handler: JobHandler,
    { idle, polling }: { idle: string[]; polling: typeof POLLING },
  ): Promise<void> {
    const options = { ...WORK, ...polling };
    const id: string = await boss.work<QueueData, unknown, typeof options>(name, options, async ([job]) => {
      if (job === undefined) return [];
      const own = idle.indexOf(id);
      if (own >= 0) idle.splice(own, 1);
      // Where there is one job there may be more, and most of the others seldom look by themselves.
      const [next] = idle;
      if (next !== undefined) boss.notifyWorker(next);
      try {
        return [await runner.run(job, handler)];
      } finally {
        idle.unshift(id);
        // Without this the next job would wait for the next poll.
        boss.notifyWorker(id);
      }
    });
    idle.push(id);
  }

  const round = async () => {
    await checkAll();
    await quietly(reconcileTasks(parts));
  };
  await quietly(reconcileTasks(parts));
  let rounds = Promise.resolve();
  const timer = setInterval(() => {
    rounds = rounds.then(round);
  }, RECONCILE_MILLISECONDS);
  timer.unref();

  return {
    async exchange(gone, more) {
      await leave(gone.filter((name) => working.has(name)));
      await work(more);
    },

    async stop() {
      clearInterval(timer);
      endWatch?.();
      stopped.abort();
      runner.stop();
      await leave([...working]);
      await rounds;
    },
  };
}

const WORK = { batchSize: 1, includeMetadata: true, perJobResults: true } as const;
/** How often those look that are there for a rush. */
const SELDOM = { pollingIntervalSeconds: 30, notifyPollingIntervalSeconds: 600 };

/**
 * Tasks of a plugin that does not run here may wait forever, which operators and users should know. A worker with the
 * plugin picks them up and clears the message.
 */
async function warnOfOrphans({ db, log }: JobsParts, names: string[]): Promise<void> {
  const ofOthers = names.length === 0 ? undefined : notInArray(coreTasks.job, names);
  const rows = await db.orm
    .selectDistinct({ job: coreTasks.job })
    .from(coreTasks)
    .where(and(inArray(coreTasks.state, ['queued', 'running', 'cancelling']), ofOthers));
  for (const { job } of rows) {
    const plugin = pluginOf(job);
    log.warn(
      { job, plugin },
      `tasks wait for "${job}", which has no handler: the plugin "${plugin}" is not here, its server half has failed, or its jobs lack it`,
    );
    await db.orm
      .update(coreTasks)
      .set({ error: { code: 'core:task.plugin-missing', params: { plugin } } })
      .where(and(eq(coreTasks.job, job), eq(coreTasks.state, 'queued')));
  }
}
