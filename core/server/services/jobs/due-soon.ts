import { sql } from 'drizzle-orm';

import type { JobsParts } from './attempt.ts';

/** Between two looks. */
const LOOK_MILLISECONDS = 2_000;
/** Jobs of one look; those beyond are found by the next, or by a worker that has just ended something. */
const MOST = 2_000;
/** Jobs that become due within so short a time are woken together. */
const TOGETHER_MILLISECONDS = 50;

interface Due extends Record<string, unknown> {
  name: string;
  milliseconds: number;
}

/** A row of a look: a job, or none where nothing becomes due. */
interface Seen extends Record<string, unknown> {
  name: string | null;
  milliseconds: number | null;
  until: string;
}

/** Jobs that are worked on in a process, by their name, at the time of asking. */
export interface WorkedOn {
  all(): readonly string[];
  /** Those for which there is somebody who has nothing to do. */
  idle(): readonly string[];
}

/**
 * Wakes workers the moment delayed jobs become due, which by polling they would see seconds later and all at once; and
 * for jobs that are due though no notification told of them, as after a retry or a lost connection. One look does for
 * all queues of a process: were each worker to poll, an idle process would ask dozens of times a second.
 * @param wake called when so many jobs of a name are due
 * @returns ends it
 */
export function watchDue(
  { db, log }: Pick<JobsParts, 'db' | 'log'>,
  here: WorkedOn,
  wake: (name: string, count: number) => void,
): () => void {
  const timers = new Set<NodeJS.Timeout>();
  let isLooking = false;
  /** Up to when the last look has seen: what became due since, while this process stood still, is not missed. */
  let since: string | null = null;

  async function look(): Promise<void> {
    if (here.all().length === 0) return;
    await lookAhead();
    await lookForMissed();
  }

  async function lookForMissed(): Promise<void> {
    const names = here.idle();
    if (names.length === 0) return;
    // In a subquery with a limit, so that one job of a backlog is enough.
    const { rows } = await db.orm.execute<{ name: string }>(sql`
      select name from unnest(${sql.param([...names])}::text[]) as here (name), lateral (
        select from pgboss.job where job.name = here.name and state < 'active' and not blocked and start_after <= now()
        limit 1) as waiting`);
    // Whoever finds one wakes the next.
    for (const { name } of rows) wake(name, 1);
  }

  async function lookAhead(): Promise<void> {
    const seconds = LOOK_MILLISECONDS / 1000;
    const { rows } = await db.orm.execute<Seen>(sql`
      select name, extract(epoch from start_after - clock_timestamp())::float8 * 1000 as milliseconds, until::text
      from (select now() + make_interval(secs => ${seconds}) as until) as looked
      left join pgboss.job
        on name in ${here.all()} and state < 'active' and not blocked
        and start_after > coalesce(${since}::timestamptz, now()) and start_after <= until
      order by start_after limit ${MOST}`);
    since = rows[0]?.until ?? since;
    const due = rows.filter((row): row is Seen & Due => row.name !== null);
    const together = ({ milliseconds }: Due) => Math.ceil(Math.max(0, milliseconds) / TOGETHER_MILLISECONDS);
    for (const [step, jobs] of Map.groupBy(due, together)) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        for (const [name, { length }] of Map.groupBy(jobs, (job) => job.name)) wake(name, length);
      }, step * TOGETHER_MILLISECONDS);
      timer.unref();
      timers.add(timer);
    }
  }

  const interval = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.debug({ err: error }, 'delayed jobs could not be looked for'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MILLISECONDS);
  interval.unref();

  return () => {
    clearInterval(interval);
    for (const timer of timers) clearTimeout(timer);
  };
}
