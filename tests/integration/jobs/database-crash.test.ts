import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'drizzle-orm';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { startEmbeddedPostgres } from '#core/server/ground/database/embedded/embedded-postgres.ts';
import { CORE_MIGRATIONS, migrate } from '#core/server/ground/database/migrate.ts';
import { untilConnected } from '#core/server/ground/database/until-connected.ts';
import { createEvents } from '#core/server/services/events/create-events.ts';
import { createJobs } from '#core/server/services/jobs/create-jobs.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { testLog as log } from '#core/server/testing/test-log.ts';

const TASKS = 120;

test('when PostgreSQL is killed under a busy worker nothing is lost and nothing is done twice', async (context) => {
  const t = lastFirst(context);
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-crash-'));
  await chmod(dataDir, 0o711);
  t.after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  t.after(() => postgres.stop());
  const db = await connectDatabase({ connectionString: postgres.connectionString, log });
  t.after(() => db.close());
  await migrate(db, [CORE_MIGRATIONS]);
  await db.pool.query('create table done (task uuid)');
  const events = createEvents({ db, log });
  const jobs = createJobs({ db, events, clock: { now: () => new Date() }, log });
  t.after(async () => {
    await jobs.stop();
    events.close();
  });

  let finished = 0;
  await jobs.start(
    {
      async 'test.work'(run) {
        await sleep(20);
        await run.complete(async (tx) => {
          await tx.orm.execute(sql`insert into done values (${run.task.id})`);
        });
        finished += 1;
      },
    },
    { concurrency: 3 },
  );
  const accountId = randomUUID();
  await db.transaction((tx) =>
    jobs.enqueueMany(
      tx,
      'test.work',
      Array.from({ length: TASKS }, () => ({ accountId, payload: 0, attempts: 9 })),
    ),
  );

  for (const share of [0.2, 0.6]) {
    while (finished < TASKS * share) await sleep(10);
    process.kill(postgres.pid, 'SIGKILL');
  }
  const count = `select count(*)::int as n from core_tasks where state = 'succeeded'`;
  const succeeded = async () => (await untilConnected(() => db.pool.query<{ n: number }>(count), 20)).rows[0]?.n ?? 0;
  for (const deadline = Date.now() + 60_000; (await succeeded()) < TASKS; await sleep(100))
    assert.ok(Date.now() < deadline);
  const { rows } = await db.pool.query('select count(*)::int as rows, count(distinct task)::int as tasks from done');
  assert.deepEqual(rows, [{ rows: TASKS, tasks: TASKS }]);
});
