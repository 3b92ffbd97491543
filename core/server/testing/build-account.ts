import { STORED_ROLE_CODES, type Level } from '#core/contract/tiers.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import type { AccountRow, Accounts } from '#core/server/services/accounts/accounts.ts';
import { createAccounts } from '#core/server/services/accounts/create-accounts.ts';

/** An account for a test; by default a member of the lowest level. */
export async function buildAccount(
  db: Database,
  { level = 'level0', operator = false, name = 'Test' }: { level?: Level; operator?: boolean; name?: string } = {},
): Promise<AccountRow> {
  return await accountsOf(db).create(db, { name, roleCode: STORED_ROLE_CODES[level], operator });
}

/** A session of an account, of a new one when none is given. */
export async function buildSession(
  db: Database,
  options: { account?: AccountRow; level?: Level; operator?: boolean; seconds?: number; deviceId?: string } = {},
) {
  const account = options.account ?? (await buildAccount(db, options));
  const { seconds, deviceId } = options;
  return { account, ...(await accountsOf(db).openSession(db, account.id, { seconds, deviceId })) };
}

function accountsOf(db: Database): Accounts {
  return createAccounts({ db, clock: { now: () => new Date() } });
}
