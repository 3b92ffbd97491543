import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import * as calls from '#plugins/membership/calls.ts';
import manifest from '#plugins/membership/plugin.ts';
import half from '#plugins/membership/server/index.ts';
import { startTestServer } from '#tests/integration/http/test-server.ts';
import { until } from '#tests/until.ts';

const WORKER = fileURLToPath(new URL('./export-worker.ts', import.meta.url));
const EXPORTS = '/api/membership/consumption/exports';

const scope = lastFirst({ after });
const discovered = [{ manifest, calls: callsAmong(calls), server: half }];
const server = await startTestServer(scope, { discovered });
const { db, ledger } = server.composed.ctx;

function startWorker(): ChildProcess {
  const env = { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: db.connectionString };
  const child = spawn(process.execPath, [WORKER], { stdio: ['ignore', 'ignore', 'inherit'], env });
  scope.after(() => kill(child));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Kills a worker that has written the whole file and is about to say so. */
async function killAtTheEnd(): Promise<void> {
  const other = await db.pool.connect();
  try {
    await other.query('begin; lock table membership_exports in exclusive mode');
    const worker = startWorker();
    await until(async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_locks where not granted and relation = 'membership_exports'::regclass`,
      );
      return rowCount === 1;
    }, 'the worker is about to say that the file is written');
    await kill(worker);
    await other.query('rollback');
  } finally {
    other.release();
  }
}

test('a spreadsheet whose worker is killed at the very end is written again, and is there once', async () => {
  const { token, accountId } = await server.signIn({ level: 'level1' });
  await ledger.issue(db, { accountId, kind: 'top-up', unit: 'uses', amount: 100, key: 'paid', facts: {} });
  for (const name of ['a', 'b', 'c']) {
    const facts = { service: 'mixing.mix', name };
    await ledger.hold(db, { accountId, unit: 'uses', amount: 5, key: name, job: `test:${name}`, facts });
  }
  const body = { format: 'csv', zone: 'Asia/Shanghai' };
  const asked = await server.call('POST', EXPORTS, { token, body });
  assert.equal(asked.envelope.code, 1, JSON.stringify(asked.envelope));
  const exports = async () => (await server.call('GET', EXPORTS, { token })).envelope.data as calls.ConsumptionExport[];
  const files = async () => {
    const { rows } = await db.pool.query<{ id: string }>('select id from core_files where account_id = $1', [
      accountId,
    ]);
    return rows.length;
  };

  await killAtTheEnd();
  assert.deepEqual([(await exports())[0]?.file, await files()], [null, 0]);

  startWorker();
  await until(async () => (await exports())[0]?.state === 'succeeded', 'another worker has written it', 60);
  const [one, ...others] = await exports();
  assert.deepEqual([one?.file?.rows, others.length, await files()], [3, 0, 1]);
  const text = await (await fetch(server.address + (one?.file?.url ?? ''))).text();
  const names = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[3]);
  assert.deepEqual(names, ['c', 'b', 'a']);
});
