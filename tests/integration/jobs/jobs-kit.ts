import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

import { createEvents } from '#core/server/services/events/create-events.ts';
import { createJobs } from '#core/server/services/jobs/create-jobs.ts';
import type { JobHandler, Jobs, Task, TaskState } from '#core/server/services/jobs/jobs.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';

/** A database and a process's jobs that work on it. */
export async function startedJobs(scope: TestScope, handlers: Record<string, JobHandler>, concurrency = 1) {
  const ordered = lastFirst(scope);
  const db = await testDatabase(ordered);
  const { events, jobs } = await jobsOn(db, ordered, handlers, concurrency);
  /** One more process on the same database. */
  const another = (own = handlers, count = 0) => jobsOn(db, ordered, own, count);
  return { db, events, jobs, another };
}

async function jobsOn(
  db: Awaited<ReturnType<typeof testDatabase>>,
  scope: TestScope,
  handlers: Record<string, JobHandler>,
  concurrency: number,
) {
  const events = createEvents({ db, log: testLog });
  const jobs = createJobs({ db, events, clock: { now: () => new Date() }, log: testLog, fullDiskSeconds: 1 });
  await jobs.start(handlers, { concurrency });
  scope.after(async () => {
    await jobs.stop();
    events.close();
  });
  return { events, jobs };
}

/** Waits until a task is in one of some states. */
export async function reach(jobs: Jobs, { accountId, id }: Task, ...states: TaskState[]): Promise<Task> {
  for (const deadline = Date.now() + 20_000; ; await sleep(20)) {
    const task = await jobs.get(accountId, id);
    if (states.includes(task.state)) return task;
    assert.ok(Date.now() < deadline, `the task is ${task.state}`);
  }
}
