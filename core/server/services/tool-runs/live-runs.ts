import { and, inArray } from 'drizzle-orm';
import { validate } from 'uuid';

import { TOOL_RUN_STATES } from '#core/contract/tool-run-calls.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { isOpen } from './run-machine.ts';
import { coreToolRuns } from './tables.ts';

/** Of some runs, the ids of those that have not ended. */
export async function liveRuns({ orm }: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter((id) => validate(id));
  const rows = await orm
    .select({ id: coreToolRuns.id })
    .from(coreToolRuns)
    .where(and(inArray(coreToolRuns.id, known), inArray(coreToolRuns.state, TOOL_RUN_STATES.filter(isOpen))));
  return new Set(rows.map(({ id }) => id));
}
