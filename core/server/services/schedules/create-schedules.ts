import { and, eq, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';

import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { repeat } from '#core/server/ground/repeat.ts';
import { INSTALLATION, type Jobs } from '#core/server/services/jobs/jobs.ts';

import { checkSchedules, nextTime, type Schedule } from './schedule.ts';
import { coreSchedules } from './tables.ts';

/** How often a worker looks whether something is due. */
const LOOK_MILLISECONDS = 5_000;

/** Starts jobs of plugins at certain times, once per installation however many workers there are. */
export interface Schedules {
  /**
   * Adds the schedules of a plugin, in place of those that it had.
   * @throws TypeError for a schedule that cannot be read, or that starts no job of the plugin
   */
  add(plugin: string, schedules: readonly Schedule[], jobs: readonly string[]): void;
  /** Looks for what is due, every few seconds until {@link stop}. */
  start(): void;
  /** Starts what is due now, and forgets the schedules of plugins that are gone or switched off. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export interface SchedulesOptions {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** Whether a plugin is installed and switched on. */
  isOn(id: string): Promise<boolean>;
}

/** Creates the {@link Schedules} of a process, with none yet. */
export function createSchedules({ db, jobs, clock, log, isOn }: SchedulesOptions): Schedules {
  const own = new Map<string, Schedule & { plugin: string; times: string }>();
  const plugins = new Set<string>();
  const looking = repeat(LOOK_MILLISECONDS, look, (error) =>
    log.warn({ err: error }, 'it could not be looked which schedules are due'),
  );

  /** Keeps a row for what runs, and none for what does not; a schedule that is new or changed counts from now. */
  async function settleRows(now: Date): Promise<void> {
    const rows = new Map((await db.orm.select().from(coreSchedules)).map((row) => [row.name, row]));
    for (const { name, plugin } of rows.values()) {
      const isGone = plugins.has(plugin) && !own.has(name);
      if (isGone || !(await isOn(plugin))) await db.orm.delete(coreSchedules).where(eq(coreSchedules.name, name));
    }
    for (const [name, { plugin, times, cron, zone }] of own) {
      if (rows.get(name)?.times === times || !(await isOn(plugin))) continue;
      const set = { times, nextAt: nextTime({ cron, zone }, now) };
      await db.orm
        .insert(coreSchedules)
        .values({ name, plugin, ...set })
        .onConflictDoUpdate({ target: coreSchedules.name, set, setWhere: sql`${coreSchedules.times} <> ${times}` });
    }
  }

  async function look(): Promise<void> {
    if (own.size === 0) return;
    const now = clock.now();
    await settleRows(now);
    const due = await db.orm.select().from(coreSchedules).where(lte(coreSchedules.nextAt, now));
    for (const { name } of due) {
      const schedule = own.get(name);
      if (schedule === undefined) continue;
      await db.transaction(async (tx) => {
        // Of all workers, the one whose update finds the row still due starts the job.
        const [taken] = await tx.orm
          .update(coreSchedules)
          .set({ nextAt: nextTime(schedule, now) })
          .where(and(eq(coreSchedules.name, name), lte(coreSchedules.nextAt, now)))
          .returning();
        if (taken === undefined) return;
        await jobs.enqueue(tx, schedule.job, { accountId: INSTALLATION, payload: { schedule: schedule.name } });
      });
    }
  }

  return {
    add(plugin, schedules, names) {
      checkSchedules(plugin, schedules, names);
      plugins.add(plugin);
      for (const [name, schedule] of own) if (schedule.plugin === plugin) own.delete(name);
      for (const schedule of schedules) {
        own.set(`${plugin}.${schedule.name}`, { ...schedule, plugin, times: `${schedule.cron} ${schedule.zone}` });
      }
    },
    start: looking.start,
    look,
    stop: looking.stop,
  };
}
