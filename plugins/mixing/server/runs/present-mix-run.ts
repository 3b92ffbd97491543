import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { isMaking } from '#core/server/services/tool-runs/run-machine.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';

import type { MixRun } from '#plugins/mixing/calls.ts';
import type { Estimate, Range } from '#plugins/mixing/range.ts';
import { narrowed } from '../measure/estimate.ts';
import { mixingRuns } from '../tables.ts';
import { secondsLeft } from './seconds-left.ts';

/** What a tool's run is at, in the words of mixing. */
export function mixStateOf(state: ToolRunState): MixRun['state'] {
  return state === 'working' ? 'rendering' : state === 'finishing' ? 'certifying' : state;
}

/** A run as its owner sees it. */
export async function presentMixRun(
  ctx: ServerContext,
  { id, accountId }: { id: string; accountId: string },
  language: MessageLanguage,
): Promise<MixRun> {
  const [run] = await presentMixRuns(ctx, accountId, { where: eq(mixingRuns.id, id), limit: 1, language });
  return run ?? fail('mixing:run-missing', {}, { kind: 'not-found' });
}

/** Runs as their owner sees them, newest first. Plan, project and certificate stay in the database: they are large. */
export async function presentMixRuns(
  ctx: ServerContext,
  accountId: string,
  { where, limit, language }: { where: SQL | undefined; limit: number; language: MessageLanguage },
): Promise<MixRun[]> {
  const [run, work] = [mixingRuns, coreToolRuns];
  const rows = await ctx.db.orm
    .select({
      ...{ id: run.id, projectId: run.projectId, state: work.state, count: run.count, planned: run.planned },
      ...{ share: run.share, seed: run.seed, refused: run.refused, error: work.error, progress: work.progress },
      ...{ progressAt: work.progressAt, workingSince: work.workingSince, workingFrom: work.workingFrom },
      ...{ createdAt: run.createdAt, updatedAt: work.updatedAt, name: work.name },
      ratio: sql<MixRun['ratio']>`${run.document} ->> 'ratio'`,
      pairs: sql<number | null>`(${run.certificate} ->> 'pairs')::int`,
      shots: sql<{ least: number; mean: number } | null>`${run.certificate} -> 'shots'`,
      groups: sql<number>`jsonb_array_length(${run.document} -> 'groups')`,
      further: sql<MixRun['further']>`${run.plan} -> 'further'`,
      alike: sql<MixRun['alike'] | null>`${run.plan} -> 'alike'`,
      glyphs: sql<MixRun['glyphs'] | null>`${run.plan} -> 'glyphs'`,
      estimate: sql<Estimate | null>`${run.plan} -> 'estimate'`,
      loosenedFrom: sql<number | null>`(${run.plan} ->> 'loosenedFrom')::int`,
    })
    .from(run)
    .innerJoin(work, eq(work.id, run.id))
    .where(and(eq(run.accountId, accountId), where))
    // Ids rise by time.
    .orderBy(sql`${run.id} desc`)
    .limit(limit);
  const counts = await countOutputs(
    ctx,
    accountId,
    rows.map(({ id }) => id),
  );
  const made = await sizesOf(
    ctx,
    accountId,
    rows.filter(({ state }) => isMaking(state)).map(({ id }) => id),
  );
  const now = ctx.clock.now();
  return rows.map((row) => {
    const countOf = (state: 'made' | 'failed' | 'given-up') => counts.get(`${row.id} ${state}`) ?? 0;
    const planned = plannedOf(row, countOf('given-up'));
    return {
      ...{ id: row.id, projectId: row.projectId, state: mixStateOf(row.state), name: row.name, ratio: row.ratio },
      ...{ count: row.count, planned, share: row.share, seed: row.seed },
      ...{ groups: row.groups, further: row.further, alike: row.alike ?? [], loosenedFrom: row.loosenedFrom },
      ...{ glyphs: row.glyphs ?? [], made: countOf('made'), failed: countOf('failed'), progress: row.progress },
      secondsLeft: secondsLeft(row, now),
      bytes: bytesOf({ ...row, planned }, made.get(row.id)),
      distance:
        row.shots === null || (row.pairs ?? 0) === 0
          ? null
          : { least: row.shots.least, mean: row.shots.mean, of: row.groups },
      refused: row.refused.map(({ material, error }) => ({
        material,
        reason: translate(language, error.code, error.params),
      })),
      error: row.error === null ? null : translate(language, row.error.code, row.error.params),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    };
  });
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

/** How many outputs of each run are in each state, by `<run> <state>`. */
async function countOutputs(ctx: ServerContext, accountId: string, runs: readonly string[]) {
  if (runs.length === 0) return new Map<string, number>();
  const { runId, state } = coreToolItems;
  const rows = await ctx.db.orm
    .select({ runId, state, count: sql<number>`count(*)::int` })
    .from(coreToolItems)
    .where(and(eq(coreToolItems.accountId, accountId), inArray(runId, [...runs])))
    .groupBy(runId, state);
  return new Map(rows.map((row) => [`${row.runId} ${row.state}`, row.count]));
}
