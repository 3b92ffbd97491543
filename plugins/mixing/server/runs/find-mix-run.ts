import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';

import { mixingRuns } from '../tables.ts';

/** @throws expected `mixing:run-missing` (404), also for a run of somebody else */
export async function findMixRun(scope: AccountScope, id: string): Promise<typeof mixingRuns.$inferSelect> {
  const row = await scope.find(mixingRuns, eq(mixingRuns.id, id));
  return row ?? fail('mixing:run-missing', {}, { kind: 'not-found' });
}
