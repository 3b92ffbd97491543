import { lastFirst } from '#core/server/testing/test-scope.ts';
import { strikeLedger } from '#tests/faults/strike-ledger.ts';

import { reportBench } from './bench-report.ts';

// Whether the ledger is what a model counts from its answers, after as many steps as take too long for the tests, which
// take some thousand (tests/faults/ledger-kill.test.ts). A difference ends this with the place where it is.

const CLIENTS = 8;
const STEPS = Number(process.env['REELPORT_LEDGER_STEPS'] ?? 100_000);

const ends: (() => Promise<void>)[] = [];
const scope = lastFirst({ after: (work) => void ends.push(work) });
const began = performance.now();
try {
  const facts = await strikeLedger(scope, { steps: Math.ceil(STEPS / CLIENTS) });
  const minutes = (performance.now() - began) / 60_000;
  const count = (value: number): string => value.toLocaleString('en');
  reportBench({
    name: 'ledger-model',
    title: 'A ledger after 100 000 random steps',
    isTrial: STEPS < 100_000,
    columns: ['', 'count'],
    rows: [
      ['steps of eight clients by two processes', count(STEPS)],
      ['kill -9 of a process while it worked', count(facts.strikes)],
      ['answers that were lost, and asked for again with the same key', count(facts.lost)],
      ['movements in the ledger', count(facts.movements)],
      ['entries in the ledger', count(facts.entries)],
      ['balances, holds and totals that differ from the model', 0],
    ],
    notes: [
      'Steps issue, hold, settle, correct, allot to sub-accounts, and look for holds whose job is gone; half of them on accounts that all clients share. After the last one every balance, hold and total has to be what a model counted from the answers alone, and `ledger check` has to find nothing; any difference fails the benchmark.',
      'PostgreSQL runs without fsync here, which kill -9 of its clients does not touch.',
    ],
    limits: [
      { what: 'the whole test of the ledger against its model', unit: 'minutes', rounds: [minutes], atMost: 10 },
      { what: 'answers lost to kill -9', unit: 'answers', rounds: [facts.lost], atLeast: STEPS / 1000 },
    ],
  });
} finally {
  for (const end of ends) await end();
}
