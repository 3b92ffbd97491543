import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingOutputs, mixingRuns } from '../tables.ts';
import { nameBy, sameAs, unlikeOthers } from './output-names.ts';
import { announceRun } from './run-events.ts';
import { lockRun } from './run-state.ts';

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
    const run = await lockRun(tx, accountId, runId);
    const rows = await scope.select(mixingOutputs, {
      where: and(eq(mixingOutputs.runId, runId), inArray(mixingOutputs.state, [...NAMED])),
      orderBy: asc(mixingOutputs.position),
    });
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
    const revision = run.revision + 1;
    await tx.orm
      .update(mixingOutputs)
      .set({ name: sql`own.name`, revision })
      .from(sql`jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) as own (id uuid, name text)`)
      .where(and(sql`${mixingOutputs.id} = own.id`, eq(mixingOutputs.accountId, accountId)));
    const later = chosen === null ? { namePattern: pattern, timeZone } : {};
    await scope.update(mixingRuns, eq(mixingRuns.id, runId), { ...later, revision });
    await announceRun(ctx, tx, run);
    return { renamed: renamed.length };
  });
}
