import { test } from 'node:test';

import { strikeLedger } from './strike-ledger.ts';

// `npm run bench -- ledger-model` takes 100 000 steps.
test('after random steps by two processes that are killed again and again, the ledger is what a model counted', async (t) => {
  await strikeLedger(t, { steps: 400 });
});
