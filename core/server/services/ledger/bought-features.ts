import { and, eq, gt } from 'drizzle-orm';

import { FEATURES, type FeatureId } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { coreLedgerAccounts } from './tables.ts';

/** The features that what an account has bought includes: digital humans, while it has or holds any. */
export async function boughtFeatures(tx: Tx, accountId: string): Promise<readonly FeatureId[]> {
  const { unit, balance } = coreLedgerAccounts;
  const owned = await tx.scope(accountId).count(coreLedgerAccounts, and(eq(unit, 'digital-humans'), gt(balance, 0)));
  return owned > 0 ? [FEATURES.digitalHumans] : [];
}
