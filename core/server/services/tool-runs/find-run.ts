import { and, asc, eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';

import { coreToolItems, coreToolRuns, type RunRow } from './tables.ts';
import type { Json, MadeItem } from './tool.ts';

/** @throws expected `core:tool-run.missing` (404) */
export async function findRun(scope: AccountScope, id: string): Promise<RunRow> {
  const run = await scope.find(coreToolRuns, eq(coreToolRuns.id, id));
  return run ?? fail('core:tool-run.missing', {}, { kind: 'not-found' });
}

/** The finished items of a run, in their order. */
export async function madeItems(scope: AccountScope, runId: string): Promise<MadeItem<Json>[]> {
  const rows = await scope.select(coreToolItems, {
    where: and(eq(coreToolItems.runId, runId), eq(coreToolItems.state, 'made')),
    orderBy: asc(coreToolItems.position),
  });
  return rows.map(({ id, position, name, sources, params, facts, files }) => ({
    ...{ id, position, name, sources, params, facts },
    files: files.map((file) => file.id),
  }));
}
