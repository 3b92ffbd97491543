import { and, eq, inArray, sql } from 'drizzle-orm';

import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { isMaking } from '#core/server/services/tool-runs/run-machine.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';

import type { MixRunFacts } from '#plugins/mixing/calls.ts';
import type { Estimate, Range } from '#plugins/mixing/range.ts';
import { narrowed } from '../measure/estimate.ts';
import { mixingRuns } from '../tables.ts';
import { secondsLeft } from './seconds-left.ts';

/** What is said of runs to their owner, by their ids. Plan, project and certificate stay in the database: they are large. */
export async function tellRuns(
  ctx: ServerContext,
  accountId: string,
  runs: readonly string[],
  language: MessageLanguage,
): Promise<ReadonlyMap<string, MixRunFacts>> {
  const [run, work] = [mixingRuns, coreToolRuns];
  const rows = await ctx.db.orm
    .select({
      ...{ id: run.id, state: work.state, count: run.count, planned: run.planned },
      ...{ share: run.share, seed: run.seed, refused: run.refused, progress: work.progress },
      ...{ progressAt: work.progressAt, workingSince: work.workingSince, workingFrom: work.workingFrom },
      ratio: sql<MixRunFacts['ratio']>`${run.document} ->> 'ratio'`,
      pairs: sql<number | null>`(${run.certificate} ->> 'pairs')::int`,
      shots: sql<{ least: number; mean: number } | null>`${run.certificate} -> 'shots'`,
      groups: sql<number>`jsonb_array_length(${run.document} -> 'groups')`,
      further: sql<MixRunFacts['further']>`${run.plan} -> 'further'`,
      alike: sql<MixRunFacts['alike'] | null>`${run.plan} -> 'alike'`,
      glyphs: sql<MixRunFacts['glyphs'] | null>`${run.plan} -> 'glyphs'`,
      estimate: sql<Estimate | null>`${run.plan} -> 'estimate'`,
      loosenedFrom: sql<number | null>`(${run.plan} ->> 'loosenedFrom')::int`,
    })
    .from(run)
    .innerJoin(work, eq(work.id, run.id))
    .where(and(eq(run.accountId, accountId), inArray(run.id, [...runs])));
  const givenUp = await countGivenUp(ctx, accountId, runs);
  const made = await sizesOf(
    ctx,
    accountId,
    rows.filter(({ state }) => isMaking(state)).map(({ id }) => id),
  );
  const now = ctx.clock.now();
  const told = rows.map((row): [string, MixRunFacts] => {
    const { id, ratio, count, share, seed, groups, further, loosenedFrom } = row;
    const planned = plannedOf(row, givenUp.get(id) ?? 0);
    return [
      id,
      {
        ...{ ratio, count, planned, share, seed, groups, further, loosenedFrom },
        ...{ alike: row.alike ?? [], glyphs: row.glyphs ?? [] },
        secondsLeft: secondsLeft(row, now),
        bytes: bytesOf({ ...row, planned }, made.get(id)),
        distance:
          row.shots === null || (row.pairs ?? 0) === 0
            ? null
            : { least: row.shots.least, mean: row.shots.mean, of: groups },
        refused: row.refused.map(({ material, error }) => ({
          material,
          reason: translate(language, error.code, error.params),
        })),
      },
    ];
  });
  return new Map(told);
}

/** Outputs that are possible, without those that their owner took out one by one. */
export function plannedOf(
  { state, planned }: { state: ToolRunState; planned: number | null },
  givenUp: number,
): number | null {
  // What a run that was cancelled did not make, it gave up as a whole.
  return planned === null || state === 'cancelled' ? planned : planned - givenUp;
}

/** So many videos tell how large the others become. */
const TELLING = 5;

/** What all videos of a run take that makes them, more and more by those that are made. */
function bytesOf(
  { state, planned, estimate }: { state: ToolRunState; planned: number | null; estimate: Estimate | null },
  made: { count: number; mean: number } | undefined,
): Range | null {
  if (!isMaking(state) || planned === null || estimate === null) return null;
  return made === undefined
    ? estimate.bytes
    : narrowed(estimate.bytes, made.mean * planned, Math.min(1, made.count / TELLING));
}

/** How many videos of runs are made, and their bytes in the mean. */
async function sizesOf(ctx: ServerContext, accountId: string, runs: readonly string[]) {
  if (runs.length === 0) return new Map<string, { count: number; mean: number }>();
  const { runId, state, facts } = coreToolItems;
  const rows = await ctx.db.orm
    .select({ runId, count: sql<number>`count(*)::int`, mean: sql<number>`avg((${facts} ->> 'size')::float8)` })
    .from(coreToolItems)
    .where(and(eq(coreToolItems.accountId, accountId), inArray(runId, [...runs]), eq(state, 'made')))
    .groupBy(runId);
  return new Map(rows.map((row) => [row.runId, row]));
}

/** How many outputs of each run its owner has taken out. */
async function countGivenUp(ctx: ServerContext, accountId: string, runs: readonly string[]) {
  const { runId, state } = coreToolItems;
  const rows = await ctx.db.orm
    .select({ runId, count: sql<number>`count(*)::int` })
    .from(coreToolItems)
    .where(and(eq(coreToolItems.accountId, accountId), inArray(runId, [...runs]), eq(state, 'given-up')))
    .groupBy(runId);
  return new Map(rows.map((row) => [row.runId, row.count]));
}
