import { sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

/**
 * Makes everybody else who changes the tree of folders of this account wait until the transaction ends: two moves
 * that are right alone may close a circle together.
 */
export async function lockLibrary(tx: Tx, accountId: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`materials ${accountId}`}, 0))`);
}
