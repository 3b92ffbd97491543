import { setTimeout as sleep } from 'node:timers/promises';

import { and, asc, inArray, like } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { Task } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { toTask } from '#core/server/services/jobs/task-row.ts';

const LOOK_MILLISECONDS = 15;

/** Waits for a plugin's jobs. */
export interface EndedJobs {
  /**
   * Waits until none of the plugin's jobs waits or runs, those that deliver hooks and those of its tools included.
   * @returns the tasks that have ended since the last call, in the order in which they were enqueued
   * @throws Error naming those that are not over in time
   */
  wait(seconds: number): Promise<Task[]>;
}

/** Watches the jobs of a plugin. */
export function watchJobs({ orm }: Pick<Tx, 'orm'>, plugin: string): EndedJobs {
  const told = new Set<string>();
  const own = like(coreTasks.job, `${plugin}.%`);

  async function assertOver(seconds: number): Promise<void> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const open = await orm
        .select({ job: coreTasks.job, state: coreTasks.state })
        .from(coreTasks)
        .where(and(own, inArray(coreTasks.state, ['queued', 'running', 'cancelling'])));
      if (open.length === 0) return;
      if (Date.now() > end) {
        const names = open.map(({ job, state }) => `${job} (${state})`).join(', ');
        throw new Error(`not over after ${seconds} s: ${names}; were they enqueued for later?`);
      }
      await sleep(LOOK_MILLISECONDS);
    }
  }

  return {
    async wait(seconds) {
      await assertOver(seconds);
      const rows = await orm.select().from(coreTasks).where(own).orderBy(asc(coreTasks.createdAt), asc(coreTasks.id));
      const ended = rows.map(toTask).filter(({ id, state }) => state !== 'paused' && !told.has(id));
      for (const { id } of ended) told.add(id);
      return ended;
    },
  };
}
