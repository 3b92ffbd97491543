import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { purgePlugin } from '#core/server/plugins/purge-plugin.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import { halfSource, type HalfParts } from '#tests/fixtures/server-halves/write-half.ts';
import type { TestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

import { startHarbour } from './harbour.ts';

const SCHEDULE = (id: string) =>
  `schedules: [{ name: 'tidy', cron: '30 4 * * *', zone: 'Asia/Shanghai', job: '${id}.tidy' }]`;

/** A half whose job writes down that it was started. */
const TIDY: HalfParts = {
  id: 'tidy-harbour',
  module: halfSource('tidy-harbour', {
    body: `import { sql } from 'drizzle-orm';
const jobs = (ctx) => ({
  'tidy-harbour.tidy': async (run) => {
    await run.complete(async (tx) => {
      await tx.orm.execute(sql\`insert into tidy_harbour_done (what) values (\${JSON.stringify(run.payload)})\`);
    });
  },
});`,
    server: `jobs, ${SCHEDULE('tidy-harbour')}, migrations: new URL('./migrations/', import.meta.url)`,
  }),
  migrations: { '0000_init': 'CREATE TABLE "tidy_harbour_done" ("what" text NOT NULL);' },
};
const FOREIGN: HalfParts = {
  id: 'foreign-hours',
  module: halfSource('foreign-hours', { server: SCHEDULE('tidy-harbour') }),
};

const scope = lastFirst({ after });
const workers: Composed[] = [];
/** All workers look at once for what is due, and not in some seconds. */
const look = () => Promise.all(workers.map((worker) => worker.schedules.look()));
let server: TestServer;
before(async () => {
  server = await startHarbour(scope, [TIDY, FOREIGN]);
  const { db } = server.composed.ctx;
  const configuration = readConfiguration({ DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString });
  while (workers.length < 2) {
    const worker = await compose(configuration, 'worker', { concurrency: 2, plugins: [], log: testLog });
    workers.push(worker);
    scope.after(() => worker.close());
  }
});

async function query<T extends object>(sql: string): Promise<T[]> {
  return (await server.composed.ctx.db.pool.query<T>(sql)).rows;
}
const rows = () =>
  query<{ plugin: string; next_at: Date }>(`select * from core_schedules where plugin = 'tidy-harbour'`);
const done = async () => (await query<{ what: string }>('select what from tidy_harbour_done')).map(({ what }) => what);

test('a job is started at its time, once by all workers, and then waits for the next time', async () => {
  await look();
  const [first] = await rows();
  assert.ok((first?.next_at.getTime() ?? 0) > Date.now(), 'nothing is due at the start');
  assert.deepEqual(await done(), []);
  await query(`update core_schedules set next_at = now() - interval '3 days'`);
  await look();
  await until(async () => (await done()).length > 0);
  const [later] = await rows();
  assert.deepEqual(later?.next_at, first?.next_at, 'what was missed is made up for once');
  const started = await query(`select 1 from core_tasks where job = 'tidy-harbour.tidy'`);
  assert.deepEqual([await done(), started.length], [['{"schedule":"tidy"}'], 1]);
});

test('a schedule of another plugin’s job makes the half fail, and operators see the schedules of one that runs', () => {
  const states = server.composed.halves.states();
  assert.match(states.get('foreign-hours')?.problem ?? '', /starts "tidy-harbour\.tidy", which is not among the jobs/);
  assert.deepEqual(states.get('tidy-harbour')?.parts?.schedules, ['tidy (30 4 * * *, Asia/Shanghai)']);
});

test('nothing is left of the schedule while its plugin is off, and after it was removed', async () => {
  const { plugins, db } = server.composed.ctx;
  // Workers hear of it from others.
  const left = (count: number) =>
    until(async () => {
      await look();
      return (await rows()).length === count;
    }, `${count} schedules are left`);
  await plugins.setDisabled('tidy-harbour', true, 'test');
  await left(0);
  await plugins.setDisabled('tidy-harbour', false, 'test');
  await left(1);
  await plugins.remove('tidy-harbour', 'test');
  await left(0);
  await query(`insert into core_schedules values ('tidy-harbour.old', 'tidy-harbour', '', now() + interval '1 hour')`);
  await db.transaction((tx) => purgePlugin(tx, 'tidy-harbour', []));
  assert.equal((await rows()).length, 0);
});
