import { and, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';

import { findMixProject } from '../projects/find-mix-project.ts';
import { ofProject } from '../runs/outputs.ts';
import { Recent } from '../threads/recent.ts';

/** What a project made before. */
export interface ProjectHistory {
  /** The same as long as nothing was made since. */
  key: string;
  /** Symbols of its outputs, packed. */
  packed: string;
}

const NONE: ProjectHistory = { key: '', packed: '' };

/** Projects whose histories are remembered. */
const REMEMBERED = 16;

/** Reads histories; one that is known already is looked at only to see whether it still holds. */
export function createHistories(ctx: ServerContext) {
  const known = new Recent<ProjectHistory>(REMEMBERED);

  /** @throws expected `mixing:project-missing` (404), also for a project of somebody else */
  return async (accountId: string, projectId: string | null): Promise<ProjectHistory> => {
    if (projectId === null) return NONE;
    await findMixProject(ctx.db.scope(accountId), projectId);
    const key = await keyOf(ctx, projectId);
    const kept = known.get(projectId);
    if (kept?.key === key) return kept;
    return known.set(projectId, { key, packed: await packedOf(ctx, accountId, projectId) });
  };
}

/** The number of outputs per run and state. */
async function keyOf(ctx: ServerContext, projectId: string): Promise<string> {
  const { rows } = await ctx.db.orm.execute<{ key: string | null }>(sql`
    select string_agg(run_id || ' ' || state || ' ' || number, ',' order by run_id, state) as key from (
      select run_id, state, count(*) as number from ${coreToolItems}
      where ${ofProject(projectId)} group by run_id, state) as counted`);
  return `${projectId} ${rows[0]?.key ?? ''}`;
}

async function packedOf(ctx: ServerContext, accountId: string, projectId: string): Promise<string> {
  const [row] = await ctx.db.orm
    .select({
      packed: sql<string | null>`string_agg(
        (select string_agg(shot ->> 'symbol', ' ') from jsonb_array_elements(${coreToolItems.params} -> 'shots') as shot), e'\n')`,
    })
    .from(coreToolItems)
    .where(
      and(
        ofProject(projectId),
        eq(coreToolItems.accountId, accountId),
        // As a run does it: what was given up, or could not be made, may come again.
        sql`${coreToolItems.state} <> 'given-up' and (${coreToolItems.state} <> 'replaced' or ${coreToolItems.error} is null)`,
      ),
    );
  return row?.packed ?? '';
}
