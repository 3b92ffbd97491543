import { and, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import type { SharedFootage } from '#core/server/services/tool-runs/tool.ts';

import { mixingRuns } from '../tables.ts';
import { certifiedFile } from './certified-file.ts';

/** What a run's certificate says of every pair of its videos; null before there is one. */
export async function sharedFootage(
  ctx: Pick<ServerContext, 'db'>,
  accountId: string,
  runId: string,
): Promise<SharedFootage | null> {
  const { certificate } = mixingRuns;
  // Of a certificate of hundreds of videos these are a small part.
  const [row] = await ctx.db.orm
    .select({
      matrix: sql<string | null>`${certificate} ->> 'matrix'`,
      files: sql<string[] | null>`jsonb_path_query_array(${certificate}, '$.outputs[*].file')`,
    })
    .from(mixingRuns)
    .where(and(eq(mixingRuns.id, runId), eq(mixingRuns.accountId, accountId)));
  if (row === undefined || row.matrix === null || row.files === null) return null;
  const made = await ctx.db.orm
    .select({ id: coreToolItems.id, position: coreToolItems.position })
    .from(coreToolItems)
    .where(
      and(eq(coreToolItems.runId, runId), eq(coreToolItems.accountId, accountId), eq(coreToolItems.state, 'made')),
    );
  const ids = new Map(made.map(({ id, position }) => [certifiedFile(position), id]));
  // One that has gone since keeps its place, for the pairs are counted by places.
  return { items: row.files.map((file) => ids.get(file) ?? ''), percent: Buffer.from(row.matrix, 'base64') };
}
