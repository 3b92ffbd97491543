import { test } from 'node:test';

import { connectDatabase } from '#core/server/ground/database/connect.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';

import { startLedger } from './ledger-kit.ts';
import { takeRandomSteps, type LedgerNode } from './random-steps.ts';

test('after random steps of eight clients whose connections are struck down, the ledger is what a model counted', async (t) => {
  const kit = await startLedger(t);
  const { db, ledger, clock } = kit;
  const second = await connectDatabase({ connectionString: db.connectionString, log: testLog, poolSize: 8 });
  lastFirst(t).after(() => second.close());
  const live = new Set<string>();
  const { look } = createHoldSupervisor({
    ...{ db: second, ledger, log: testLog },
    // No hold is too young for it.
    clock: { now: () => new Date(clock.now().getTime() + 120_000) },
    jobs: { test: async (_tx, ids) => new Set(ids.filter((id) => live.has(id))) },
  });
  const nodeOn = (on: Database): LedgerNode => ({
    issue: (options) => ledger.issue(on, options),
    hold: (options) => ledger.hold(on, options),
    settle: (options) => ledger.settle(on, options),
    correct: (options) => ledger.correct(on, options),
    allot: (options) => ledger.allot(on, options),
    look,
  });
  await takeRandomSteps({
    ...{ kit, steps: 250, look, live, isStruck },
    nodeOf: (client) => nodeOn(client % 2 === 0 ? db : second),
    strike: () => strike(db),
    strikeEvery: 25,
  });
});

/** Ends the connection of somebody who is just being answered, as the death of its process would. */
async function strike(db: Database): Promise<void> {
  await db.pool.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like '%core_ledger_%'
    order by random() limit 1`);
}

function isStruck(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '57P01') return true;
    if (/Connection terminated|ECONNRESET|EPIPE/.test(at.message)) return true;
  }
  return false;
}
