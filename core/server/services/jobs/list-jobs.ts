import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Job } from '#core/contract/task-calls.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { TaskState } from './jobs.ts';
import { presentJob, type TaskCount } from './present-job.ts';
import { coreTasks } from './tables.ts';

/** States in which a task has not ended. */
const OPEN = ['queued', 'running', 'paused', 'cancelling'] as const satisfies TaskState[];
/** How long a failure is shown. */
const FAILURE_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Most running tasks whose progress one response reports. */
const MAX_RUNNING = 500;

/** What tasks are grouped by: their subject, or themselves. */
const key = sql<string>`coalesce(${coreTasks.subjectId}, ${coreTasks.id}::text)`;

/**
 * Lists an account's jobs: running, failed within a day, then waiting; each newest first.
 * @param options `limit`: most that are listed; `language`: of what failures say
 */
export async function jobsOf(
  { db: { orm }, clock }: { db: Database; clock: Clock },
  accountId: string,
  { limit, language }: { limit: number; language: MessageLanguage },
): Promise<{ items: Job[]; total: number }> {
  const now = clock.now();
  const isOpen = inArray(coreTasks.state, OPEN);
  const isFailure = and(
    eq(coreTasks.state, 'failed'),
    gt(coreTasks.updatedAt, new Date(now.getTime() - FAILURE_MILLISECONDS)),
  );
  const runs = inArray(coreTasks.state, ['running', 'cancelling']);
  const rank = sql`case when bool_or(${runs}) then 0 when bool_or(${isOpen}) then 2 else 1 end`;
  const listed = await orm
    .select({ key, total: sql<number>`(count(*) over ())::int` })
    .from(coreTasks)
    .where(and(eq(coreTasks.accountId, accountId), or(isOpen, isFailure)))
    .groupBy(key)
    // Ids rise by time.
    .orderBy(rank, desc(sql`max(${coreTasks.id}::text)`))
    .limit(limit);
  if (listed.length === 0) return { items: [], total: 0 };

  const keys = listed.map((row) => row.key);
  const ids = keys.filter((id) => z.uuid().safeParse(id).success);
  const alone = ids.length === 0 ? undefined : and(isNull(coreTasks.subjectId), inArray(coreTasks.id, ids));
  const own = and(eq(coreTasks.accountId, accountId), or(inArray(coreTasks.subjectId, keys), alone));
  const counts = await orm
    .select({
      ...{ key, job: coreTasks.job, state: coreTasks.state, subjectId: coreTasks.subjectId },
      count: sql<number>`count(*)::int`,
      progress: sql<number>`coalesce(sum(${coreTasks.progress}), 0)::float8`,
      secondsLeft: sql<number | null>`max(${coreTasks.secondsLeft})::float8`,
      first: sql<number>`(extract(epoch from min(${coreTasks.createdAt})) * 1000)::float8`,
      last: sql<number>`(extract(epoch from max(${coreTasks.updatedAt})) * 1000)::float8`,
    })
    .from(coreTasks)
    .where(own)
    .groupBy(key, coreTasks.job, coreTasks.state, coreTasks.subjectId);
  const running = await orm
    .select({ key, id: coreTasks.id, job: coreTasks.job, progress: coreTasks.progress })
    .from(coreTasks)
    .where(and(own, runs))
    .orderBy(coreTasks.id)
    .limit(MAX_RUNNING);
  const failures = await orm
    .selectDistinctOn([key], { key, id: coreTasks.id, error: coreTasks.error })
    .from(coreTasks)
    .where(and(own, eq(coreTasks.state, 'failed')))
    .orderBy(key, desc(coreTasks.updatedAt));

  const countsOf = Map.groupBy(counts as TaskCount[], (row) => row.key);
  const failureOf = new Map(failures.map((row) => [row.key, row]));
  const items = keys.flatMap((id) => {
    const failure = failureOf.get(id);
    const error =
      failure === undefined
        ? null
        : {
            taskId: failure.id,
            message:
              failure.error === null
                ? translate(language, 'core:job-failed')
                : translate(language, failure.error.code, failure.error.params),
          };
    const job = presentJob(countsOf.get(id) ?? [], { error, now: now.getTime() });
    if (job === undefined) return [];
    const mine = running.filter((task) => task.key === id && task.job === job.job);
    return [{ ...job, running: mine.map((task) => ({ id: task.id, progress: task.progress })) }];
  });
  return { items, total: listed[0]?.total ?? 0 };
}
