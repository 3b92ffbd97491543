import { and, desc, eq, inArray, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { cancelTask, listJobs, listTasks, readTask, retryTask } from '#core/contract/task-calls.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { Task, Jobs } from '#core/server/services/jobs/jobs.ts';
import { jobsOf } from '#core/server/services/jobs/list-jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';
import { toTask } from '#core/server/services/jobs/task-row.ts';

/** Handlers of the calls that show, cancel and retry an account's tasks. */
export function taskRoutes(calls: CallRegistry, parts: { db: Database; jobs: Jobs; clock: Clock }): void {
  const { db, jobs } = parts;
  calls.handle(listTasks, async ({ query }, { caller, language }) => {
    const { cursor, limit, subjectId, states } = query;
    if (cursor !== undefined && !z.uuid().safeParse(cursor).success) fail('core:http.cursor', {}, { kind: 'invalid' });
    const scope = db.scope(caller.accountId);
    const filter: (SQL | undefined)[] = [
      subjectId === undefined ? undefined : eq(coreTasks.subjectId, subjectId),
      states === undefined ? undefined : inArray(coreTasks.state, states),
    ];
    const [total, rows] = await Promise.all([
      scope.count(coreTasks, and(...filter)),
      scope.select(coreTasks, {
        // Ids increase with time.
        where: and(...filter, cursor === undefined ? undefined : lt(coreTasks.id, cursor)),
        orderBy: desc(coreTasks.id),
        limit: limit + 1,
      }),
    ]);
    const items = rows.slice(0, limit).map((row) => present(toTask(row), language));
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, total };
  });

  calls.handle(listJobs, ({ query }, { caller, language }) => jobsOf(parts, caller.accountId, { ...query, language }));

  calls.handle(readTask, async ({ params }, { caller, language }) =>
    present(await jobs.get(caller.accountId, params.id), language),
  );

  calls.handle(cancelTask, async ({ params }, { caller, language }) =>
    present(await jobs.cancel(caller.accountId, params.id), language),
  );

  calls.handle(retryTask, async ({ params }, { caller, language }) =>
    present(await jobs.retry(caller.accountId, params.id), language),
  );
}

function present(task: Task, language: MessageLanguage) {
  return {
    ...task,
    error:
      task.error === null ? null : { ...task.error, message: translate(language, task.error.code, task.error.params) },
    createdAt: task.createdAt.toISOString(),
    updatedAt: task.updatedAt.toISOString(),
  };
}
