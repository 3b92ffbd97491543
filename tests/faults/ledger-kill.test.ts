import { test } from 'node:test';

import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst } from '#core/server/testing/test-scope.ts';
import { startLedger } from '#tests/integration/ledger/ledger-kit.ts';
import { takeRandomSteps } from '#tests/integration/ledger/random-steps.ts';

import { Killed, startLedgerProcess } from './ledger-processes.ts';

/** Of each of the eight clients; 12 500 of each are 100 000. */
const STEPS = Number(process.env['REELPORT_LEDGER_STEPS'] ?? 400);

test('after random steps by two processes that are killed again and again, the ledger is what a model counted', async (t) => {
  const kit = await startLedger(t);
  const { db, ledger } = kit;
  const live = new Set<string>();
  const scope = lastFirst(t);
  const nodes = [
    await startLedgerProcess(db.connectionString, live),
    await startLedgerProcess(db.connectionString, live),
  ];
  for (const { stop } of nodes) scope.after(stop);
  const { look } = createHoldSupervisor({
    ...{ db, ledger, log: testLog, clock: { now: () => new Date(Date.now() + 120_000) } },
    jobs: { test: async (_tx, ids) => new Set(ids.filter((id) => live.has(id))) },
  });
  const nodeOf = (client: number) => nodes[client % 2] ?? (nodes[0] as (typeof nodes)[0]);
  let strikes = 0;
  await takeRandomSteps({
    ...{ kit, steps: STEPS, nodeOf, look, live },
    strike: () => nodeOf(strikes++).kill(),
    strikeEvery: 400,
    isStruck: (error) => error instanceof Killed,
  });
});
