import { createLedger } from '#core/server/services/ledger/create-ledger.ts';
import type { Ledger } from '#core/server/services/ledger/ledger.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';

/** A ledger on a database of its own. */
export interface LedgerKit {
  db: Database;
  ledger: Ledger;
  /** The time of its clock. */
  clock: { now(): Date; set(time: Date): void };
  /** A new account with so many mixes. @returns its id */
  account(mixes?: number): Promise<string>;
  /** A new sub-account. @returns its id */
  subAccount(parentId: string): Promise<string>;
  /** `available` and `held` of an account's mixes. */
  mixes(accountId: string): Promise<[number, number]>;
}

export async function startLedger(scope: TestScope): Promise<LedgerKit> {
  const db = await testDatabase(scope, { poolSize: 20 });
  let fixed: Date | undefined;
  const clock = { now: () => fixed ?? new Date(), set: (time: Date) => void (fixed = time) };
  const ledger = createLedger({ clock });
  const accounts = createAccounts({ db, clock });
  return {
    ...{ db, ledger, clock },
    async account(mixes = 0) {
      const { id: accountId } = await buildAccount(db);
      if (mixes > 0) {
        const step = { accountId, kind: 'top-up', unit: 'mixes', amount: mixes, key: 'bought', facts: {} } as const;
        await ledger.issue(db, step);
      }
      return accountId;
    },
    subAccount: async (parentId) => (await accounts.create(db, { name: 'Sub', parentId })).id,
    async mixes(accountId) {
      const { available, held } = await ledger.balance(db, accountId, 'mixes');
      return [available, held];
    },
  };
}

/** What a hold for a job of tests says. */
export const forJob = (accountId: string, key: string, amount: number) => ({
  ...{ accountId, key, amount, unit: 'mixes' as const, job: `test:${key}` },
  facts: { service: 'mixing.mix', name: 'Spring sale' },
});
