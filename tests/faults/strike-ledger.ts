import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { startLedger } from '#tests/integration/ledger/ledger-kit.ts';
import { takeRandomSteps, type RandomStepsFacts } from '#tests/integration/ledger/random-steps.ts';

import { Killed, startLedgerProcess } from './ledger-processes.ts';

/**
 * Lets eight clients take random steps on a ledger through two processes that are killed again and again.
 * @param steps of each client
 * @throws AssertionError where the ledger is not what a model counted
 */
export async function strikeLedger(
  on: TestScope,
  { steps, strikeEvery = 400 }: { steps: number; strikeEvery?: number },
): Promise<RandomStepsFacts> {
  const scope = lastFirst(on);
  const kit = await startLedger(scope);
  const { db, ledger } = kit;
  const live = new Set<string>();
  const nodes = [
    await startLedgerProcess(db.connectionString, live),
    await startLedgerProcess(db.connectionString, live),
  ] as const;
  for (const { stop } of nodes) scope.after(stop);
  const { look } = createHoldSupervisor({
    ...{ db, ledger, log: testLog, clock: { now: () => new Date(Date.now() + 120_000) } },
    jobs: { test: async (_tx, ids) => new Set(ids.filter((id) => live.has(id))) },
  });
  const nodeOf = (client: number) => nodes[client % 2 === 0 ? 0 : 1];
  let strikes = 0;
  return await takeRandomSteps({
    ...{ kit, steps, nodeOf, look, live, strikeEvery },
    strike: () => nodeOf(strikes++).kill(),
    isStruck: (error) => error instanceof Killed,
  });
}
