import { inArray, sql } from 'drizzle-orm';

import { pictureOf } from '#core/contract/picture.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { RunRow } from '#core/server/services/tool-runs/tables.ts';

import type { Output } from '../runs/outputs.ts';
import { mixingPaces, type Run } from '../tables.ts';
import { cpuSecondsOf, shotWork } from './run-work.ts';

/** What one unit of work takes on this installation. */
export interface Pace {
  value: number;
  /** By what factor it may be more or less: wide until there are runs enough, and where they differ much. */
  spread: number;
}

/** How fast this installation makes videos, and how large they become. */
export interface Paces {
  /** Seconds that pass for each CPU second that a run needs by the benchmarks. */
  time: Pace;
  /** Bytes of a second of a million pixels. */
  space: Pace;
}

/** From docs/benchmarks.md: 21.7 MB for thirty seconds of 1080 × 1920. */
const DEFAULT_BYTES = 350_000;

/** How much the last run counts beside all before it. */
const WEIGHT = 0.3;

/** By what factor a run may take more or less on a machine that has made none. */
const UNKNOWN_SPREAD = 3;

const TIME = 'time';
const SPACE = 'space';

/** What earlier runs took; the benchmarks' figures until there are any. */
export async function readPaces(ctx: ServerContext): Promise<Paces> {
  const rows = await ctx.db.orm
    .select()
    .from(mixingPaces)
    .where(inArray(mixingPaces.name, [TIME, SPACE]));
  const paceOf = (wanted: string, usual: number): Pace => {
    const known = rows.find(({ name }) => name === wanted);
    return known === undefined
      ? { value: usual, spread: UNKNOWN_SPREAD }
      : { value: known.value, spread: spreadOf(known.runs, known.deviation) };
  };
  return { time: paceOf(TIME, 1 / Math.max(1, ctx.media.runner.slots)), space: paceOf(SPACE, DEFAULT_BYTES) };
}

/** Twice what runs deviate in the mean, and never less than so few of them can tell. */
export function spreadOf(runs: number, deviation: number): number {
  return Math.exp(Math.min(Math.log(UNKNOWN_SPREAD), Math.max(2 * deviation, Math.log(UNKNOWN_SPREAD) / (runs + 1))));
}

/** How much of its videos a run had made when its time began to count, at most. */
const FROM_THE_BEGINNING = 0.05;

/** Includes a run whose videos were just finished in the facts that later estimates use. */
export async function notePace(
  ctx: ServerContext,
  tx: Tx,
  { document: project, plan }: Run,
  { work: run, made }: { work: RunRow; made: readonly Output[] },
): Promise<void> {
  const outputs = made.flatMap(({ shots, facts }) =>
    facts === null ? [] : [{ shots, seconds: facts.seconds, size: facts.size }],
  );
  const seconds = outputs.reduce((sum, output) => sum + output.seconds, 0);
  if (seconds <= 0 || plan === null) return;
  const { width, height } = pictureOf(project.ratio, project.resolution);
  const bytes = outputs.reduce((sum, { size }) => sum + size, 0);
  await note(ctx, tx, SPACE, bytes / seconds / ((width * height) / 1e6));

  // A run that was paused or replanned says nothing about the time it takes.
  const { workingSince, workingFrom, progressAt, round } = run;
  if (workingSince === null || progressAt === null || workingFrom > FROM_THE_BEGINNING || round > 0) return;
  const groups = project.groups.map(({ id }) => {
    const shots = outputs.flatMap((output) => output.shots.filter(({ group }) => group === id));
    return { id, shots: [...new Map(shots.map((shot) => [shot.symbol, shot])).values()] };
  });
  const shots = shotWork(project, groups, new Map(Object.entries(plan.blends)));
  // The last one was told when it ended.
  const taken = (progressAt.getTime() - workingSince.getTime()) / 1000;
  if (taken > 0) await note(ctx, tx, TIME, taken / cpuSecondsOf(shots, outputs.length));
}

async function note(ctx: ServerContext, tx: Tx, name: string, value: number): Promise<void> {
  const updatedAt = ctx.clock.now();
  const { value: known, deviation, runs } = mixingPaces;
  await tx.orm
    .insert(mixingPaces)
    .values({ name, value, updatedAt })
    .onConflictDoUpdate({
      target: mixingPaces.name,
      set: {
        value: sql`${known} + ${WEIGHT} * (excluded.value - ${known})`,
        deviation: sql`${deviation} + ${WEIGHT} * (abs(ln(excluded.value / ${known})) - ${deviation})`,
        runs: sql`${runs} + 1`,
        updatedAt,
      },
    });
}
