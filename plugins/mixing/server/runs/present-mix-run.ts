import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { MixRun } from '#plugins/mixing/calls.ts';
import type { Estimate, Range } from '#plugins/mixing/range.ts';
import { narrowed } from '../measure/estimate.ts';
import { mixingOutputs, mixingRuns, type RunState } from '../tables.ts';
import { secondsLeft } from './run-progress.ts';
import { isMaking } from './run-state.ts';

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
  const run = mixingRuns;
  const rows = await ctx.db.orm
    .select({
      ...{ id: run.id, projectId: run.projectId, state: run.state, count: run.count, planned: run.planned },
      ...{ share: run.share, seed: run.seed, refused: run.refused, error: run.error, progress: run.progress },
      ...{ progressAt: run.progressAt, workingSince: run.workingSince, workingFrom: run.workingFrom },
      ...{ createdAt: run.createdAt, updatedAt: run.updatedAt },
      name: sql<string>`${run.document} ->> 'name'`,
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
  return rows.map((row) => ({
    ...{ id: row.id, projectId: row.projectId, state: row.state, name: row.name, ratio: row.ratio },
    ...{ count: row.count, planned: row.planned, share: row.share, seed: row.seed },
    ...{ groups: row.groups, further: row.further, alike: row.alike ?? [], loosenedFrom: row.loosenedFrom },
    glyphs: row.glyphs ?? [],
    made: counts.get(`${row.id} made`) ?? 0,
    failed: counts.get(`${row.id} failed`) ?? 0,
    progress: row.progress,
    secondsLeft: secondsLeft(row, now),
    bytes: bytesOf(row, made.get(row.id)),
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
  }));
}

/** So many videos tell how large the others become. */
const TELLING = 5;

/** What all videos of a run take that makes them, more and more by those that are made. */
function bytesOf(
  { state, planned, estimate }: { state: RunState; planned: number | null; estimate: Estimate | null },
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
  const { runId, state, facts } = mixingOutputs;
  const rows = await ctx.db.orm
    .select({ runId, count: sql<number>`count(*)::int`, mean: sql<number>`avg((${facts} ->> 'size')::float8)` })
    .from(mixingOutputs)
    .where(and(eq(mixingOutputs.accountId, accountId), inArray(runId, [...runs]), eq(state, 'made')))
    .groupBy(runId);
  return new Map(rows.map((row) => [row.runId, row]));
}

/** How many outputs of each run are in each state, by `<run> <state>`. */
async function countOutputs(ctx: ServerContext, accountId: string, runs: readonly string[]) {
  if (runs.length === 0) return new Map<string, number>();
  const { runId, state } = mixingOutputs;
  const rows = await ctx.db.orm
    .select({ runId, state, count: sql<number>`count(*)::int` })
    .from(mixingOutputs)
    .where(and(eq(mixingOutputs.accountId, accountId), inArray(runId, [...runs])))
    .groupBy(runId, state);
  return new Map(rows.map((row) => [`${row.runId} ${row.state}`, row.count]));
}
