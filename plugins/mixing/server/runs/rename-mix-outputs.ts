import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';

import { mixingRuns } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';
import { nameBy, sameAs, unlikeOthers } from './output-names.ts';
import { outputOf } from './outputs.ts';

/** Outputs that have a name: those that are made, and those that will be. */
const NAMED = ['planned', 'made', 'failed'] as const;

/**
 * Names videos of a run by a pattern; two of a run never have the same name. When all are named, those that are
 * planned later get their names by the same pattern.
 * @param outputs all when absent
 * @throws expected `mixing:run-missing` (404)
 */
export async function renameMixOutputs(
  ctx: ServerContext,
  accountId: string,
  runId: string,
  { outputs, pattern, timeZone }: { outputs?: readonly string[]; pattern: string; timeZone: string },
): Promise<{ renamed: number }> {
  return ctx.db.transaction(async (tx) => {
    const scope = tx.scope(accountId);
    const run = await findMixRun(scope, runId);
    const revision = await ctx.toolRuns.touch(tx, accountId, runId);
    const found = await scope.select(coreToolItems, {
      where: and(eq(coreToolItems.runId, runId), inArray(coreToolItems.state, [...NAMED])),
      orderBy: asc(coreToolItems.position),
    });
    const rows = found.map(outputOf);
    const chosen = outputs === undefined ? null : new Set(outputs);
    const [others, named] = [
      rows.filter(({ id }) => chosen !== null && !chosen.has(id)),
      rows.filter(({ id }) => chosen === null || chosen.has(id)),
    ];
    const taken = new Set(others.map(({ name }) => sameAs(name)));
    const { createdAt, document } = run;
    const renamed = named.map(({ id, position, title }) => ({
      id,
      name: unlikeOthers(nameBy(pattern, { project: document.name, position, title, createdAt, timeZone }), taken),
    }));
    await tx.orm
      .update(coreToolItems)
      .set({
        ...{ name: sql`own.name`, revision },
        files: sql`case when ${coreToolItems.files} = '[]'::jsonb then ${coreToolItems.files}
          else jsonb_set(${coreToolItems.files}, '{0,name}', to_jsonb(own.name || '.mp4')) end`,
      })
      .from(sql`jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as own (id uuid, name text)`)
      .where(and(sql`${coreToolItems.id} = own.id`, eq(coreToolItems.accountId, accountId)));
    if (chosen === null) await scope.update(mixingRuns, eq(mixingRuns.id, runId), { namePattern: pattern, timeZone });
    return { renamed: renamed.length };
  });
}
