import { and, desc, eq, sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';

import type { listMadeRuns as listCall } from '#plugins/publishing/plan-calls.ts';

const MOST = 20;

/** The latest runs of an account that have made videos, whatever their tool. */
export async function listMadeRuns(tx: Tx, accountId: string): Promise<CallData<typeof listCall>> {
  const { id, name, createdAt } = coreToolRuns;
  const isVideo = sql`${coreToolItems.files} -> 0 ->> 'type' like 'video/%'`;
  const rows = await tx.orm
    .select({ id, name, createdAt, videos: sql<number>`count(*)::int` })
    .from(coreToolRuns)
    .innerJoin(coreToolItems, eq(coreToolItems.runId, id))
    .where(and(eq(coreToolRuns.accountId, accountId), eq(coreToolItems.state, 'made'), isVideo))
    .groupBy(id)
    .orderBy(desc(id))
    .limit(MOST);
  return { runs: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) };
}
