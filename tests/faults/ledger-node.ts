import { ExpectedError } from '#core/contract/errors.ts';
import { connectDatabase } from '#core/server/ground/database/connect.ts';
import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import { createHoldSupervisor } from '#core/server/services/ledger/supervise-holds.ts';
import { testLog } from '#core/server/testing/test-log.ts';

import type { NodeAnswer, NodeQuestion } from './ledger-processes.ts';

// A process that takes the steps of a ledger which its parent asks for, and can be killed at any moment.

const clock = { now: () => new Date() };
const db = await connectDatabase({ connectionString: process.env['DATABASE_URL'] ?? '', log: testLog, poolSize: 4 });
const ledger = createLedger({ clock });
const asked = new Map<number, (live: readonly string[]) => void>();
let asks = 0;

const supervisor = createHoldSupervisor({
  ...{ db, ledger, log: testLog },
  // No hold is too young for it.
  clock: { now: () => new Date(Date.now() + 120_000) },
  jobs: {
    test: async (_tx, ids) =>
      new Set(
        await new Promise<readonly string[]>((answer) => {
          asked.set(++asks, answer);
          say({ kind: 'who-lives', id: asks, ids: [...ids] });
        }),
      ),
  },
});

function say(answer: NodeAnswer): void {
  process.send?.(answer);
}

process.on('message', (question: NodeQuestion) => {
  if (question.kind === 'live') {
    asked.get(question.id)?.(question.ids);
    asked.delete(question.id);
    return;
  }
  const { id, method, options } = question;
  // The parent has checked them against the method.
  const step = method === 'look' ? supervisor.look() : ledger[method](db, options as never);
  step.then(
    (value) => say({ kind: 'done', id, value }),
    (error: unknown) => {
      if (error instanceof ExpectedError) say({ kind: 'refused', id, code: error.code, params: error.params });
      else say({ kind: 'failed', id, message: String(error) });
    },
  );
});
say({ kind: 'ready' });
