import { and, asc, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { ownersName, sameAs, uniqueNames, unlikeOthers } from './item-names.ts';
import { holderOf, jobsOf, type RunParts } from './parts.ts';
import { settleCost } from './payments.ts';
import { isMaking, isOpen, nextState } from './run-machine.ts';
import { runEnded } from './run-ended-hook.ts';
import { furthest, madeShare, STAGES } from './run-progress.ts';
import type { RunStore, StandingCounts, ToPlan } from './run-store.ts';
import type { AnyTool } from './tool.ts';
import { coreToolItems, coreToolRuns, type ItemRow, type RunRow } from './tables.ts';
import { tellChange } from './tell-change.ts';

const KEEP_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

function expiryOf(tool: AnyTool | undefined, now: Date): Date | null {
  const { keepDays = KEEP_DAYS } = tool ?? {};
  return keepDays === null ? null : new Date(now.getTime() + keepDays * DAY);
}

/** Changes a run's row; every change is one that browsers should see. */
export async function changeRun(
  { clock }: RunParts,
  tx: Tx,
  { id, accountId }: Pick<RunRow, 'id' | 'accountId'>,
  values: Partial<typeof coreToolRuns.$inferInsert>,
): Promise<RunRow> {
  const revision = sql`${coreToolRuns.revision} + 1` as unknown as number;
  const [row] = await tx
    .scope(accountId)
    .update(coreToolRuns, eq(coreToolRuns.id, id), { ...values, revision, updatedAt: clock.now() });
  return row ?? fail('core:tool-run.missing', {}, { kind: 'not-found' });
}

/**
 * Reads a run and makes everybody else who changes it wait until the transaction ends. Locks are always taken in this
 * order: tasks, run, items.
 * @throws expected `core:tool-run.missing` (404)
 */
export async function lockRun(tx: Tx, accountId: string, id: string): Promise<RunRow> {
  const [run] = await tx.orm
    .select()
    .from(coreToolRuns)
    .where(and(eq(coreToolRuns.id, id), eq(coreToolRuns.accountId, accountId)))
    .for('update');
  return run ?? fail('core:tool-run.missing', {}, { kind: 'not-found' });
}

/** A {@link RunStore} over a run that the transaction has locked: rows, and jobs that are enqueued with them. */
export function databaseStore(parts: RunParts, tx: Tx, locked: RunRow): RunStore {
  const { accountId, id } = locked;
  const scope = tx.scope(accountId);
  const tool = parts.tools.get(locked.tool);
  let row = locked;

  const announce = () => tellChange(parts, tx, row);

  async function counts(): Promise<StandingCounts> {
    const items = await tx.orm
      .select({
        ...{ state: coreToolItems.state, round: coreToolItems.round, count: sql<number>`count(*)::int` },
        refused: sql<number>`count(${coreToolItems.error})::int`,
      })
      .from(coreToolItems)
      .where(eq(coreToolItems.runId, id))
      .groupBy(coreToolItems.state, coreToolItems.round);
    const countOf = (wanted: string) =>
      items.filter(({ state }) => state === wanted).reduce((sum, { count }) => sum + count, 0);
    const ofRound = items.filter(({ round }) => round === row.round);
    const replaced = ofRound.find(({ state }) => state === 'replaced');
    const [failed] = await scope.select(coreToolItems, {
      where: sql`${coreToolItems.runId} = ${id} and ${coreToolItems.error} is not null`,
      orderBy: asc(coreToolItems.position),
      limit: 1,
    });
    return {
      ...{ open: countOf('planned'), made: countOf('made') },
      ...{ replaced: replaced?.count ?? 0, refused: replaced?.refused ?? 0 },
      error: failed?.error ?? null,
    };
  }

  /** What a run's end brings: its inputs are free, what it cost is settled, browsers and other plugins are told. */
  async function end(state: 'done' | 'failed' | 'cancelled'): Promise<void> {
    await parts.files.release(tx, accountId, holderOf(id));
    const unmade = and(eq(coreToolItems.runId, id), eq(coreToolItems.state, 'planned'));
    if (state === 'cancelled' && unmade !== undefined) {
      await scope.update(coreToolItems, unmade, { state: 'given-up', revision: row.revision });
    }
    const ofRun = eq(coreToolItems.runId, id);
    const made = await scope.count(coreToolItems, and(ofRun, eq(coreToolItems.state, 'made')));
    const failed = await scope.count(coreToolItems, and(ofRun, eq(coreToolItems.state, 'failed')));
    const { name, inputs, round } = row;
    await tool?.ended?.(tx, { id, accountId, name, inputs, round }, state);
    const data = { runId: id, tool: row.tool, name, state, made, failed };
    const read = tool?.settings.safeParse(row.settings);
    const isStep = read?.success === true && tool?.isStep?.(read.data) === true;
    if (!isStep) await parts.events.publish(tx, toolRunEnded, { accountId, data });
    await parts.hooks.fire(tx, runEnded, { accountId, data });
    const { price } = row;
    if (price !== null) {
      row = await changeRun(parts, tx, row, { price: await settleCost(parts, tx, { ...row, price }, state) });
    }
  }

  return {
    get run() {
      const { state, round, replans } = row;
      return { state, round, replans, hasFinish: tool?.finish !== undefined, nothing: tool?.nothing };
    },
    counts,

    async addItems(items) {
      const rowsBefore = await scope.select(coreToolItems, { where: eq(coreToolItems.runId, id) });
      const standing = rowsBefore.filter(({ state }) => state !== 'replaced' && state !== 'given-up');
      const used = new Set(standing.map(({ position }) => position));
      let position = 0;
      const now = parts.clock.now();
      const placed = items.map((item) => {
        while (used.has(position)) position++;
        const place = item.position ?? position;
        used.add(place);
        return { ...item, position: place };
      });
      const names = namesOf(tool, row, placed, standing);
      const rows = placed.map(({ sources, params, cost = 1, bytes = null, position: place }, at) => {
        return {
          ...{ id: uuid(), runId: id, position: place, round: row.round, name: names[at] ?? '' },
          state: 'planned' as const,
          ...{ sources: [...sources], params, cost, bytes, revision: row.revision + 1, createdAt: now },
        };
      });
      await scope.insert(coreToolItems, rows);
      await enqueueItems(
        parts,
        tx,
        row,
        rows.map((item) => item.id),
      );
    },

    async settle(itemId, outcome) {
      const open = and(eq(coreToolItems.id, itemId), eq(coreToolItems.state, 'planned'));
      if (open === undefined) return false;
      const [item] = await scope.update(coreToolItems, open, { ...outcome, revision: row.revision + 1 });
      if (item === undefined) return false;
      row = await changeRun(parts, tx, row, {
        ...(isMaking(row.state) ? { progress: furthest(madeShare(id)), progressAt: parts.clock.now() } : {}),
      });
      await announce();
      return true;
    },

    async enter(event, { error, facts, isCounted = true } = {}) {
      const state = nextState(row.state, event);
      if (state === undefined) throw new TypeError(`tool runs: "${event}" cannot happen to a run that is ${row.state}`);
      const now = parts.clock.now();
      const works = state === 'working';
      const progress = event === 'planned' ? Math.max(row.progress, STAGES.planned) : row.progress;
      row = await changeRun(parts, tx, row, {
        ...{ state, progress: event === 'finished' ? 1 : progress, progressAt: now },
        ...(event === 'planned' ? { plannedAt: row.plannedAt ?? now } : {}),
        ...(event === 'again' ? { round: row.round + 1, replans: row.replans + Number(isCounted) } : {}),
        ...(event.startsWith('retry') || event === 'further' ? { replans: 0 } : {}),
        ...(facts === undefined ? {} : { facts }),
        ...(event === 'finished' ? { error: null } : error === undefined ? {} : { error }),
        // How long the making took is of use to what finishes the run.
        ...(works ? { workingSince: now, workingFrom: progress } : event === 'settled' ? {} : { workingSince: null }),
        ...(isOpen(state) ? {} : { endedAt: now, expiresAt: expiryOf(tool, now) }),
      });
      if (!isOpen(row.state)) await end(row.state as 'done' | 'failed' | 'cancelled');
      await announce();
    },

    async work(stage) {
      const task = await parts.jobs.enqueue(tx, jobsOf(parts, row.tool)[stage], {
        ...{ accountId, subjectId: id, payload: { runId: id } },
      });
      row = await changeRun(parts, tx, row, { taskId: task.id });
    },
  };
}

/** What new items are called: by the pattern that their owner gave, or else what the tool calls them. */
function namesOf(
  tool: AnyTool | undefined,
  run: RunRow,
  items: readonly (ToPlan & { position: number })[],
  standing: readonly ItemRow[],
): string[] {
  const taken = standing.map(({ name }) => name);
  const { naming } = run;
  if (naming === null) {
    return uniqueNames(
      items.map(({ name }) => name),
      taken,
    );
  }
  const used = new Set(taken.map(sameAs));
  return items.map((item) => unlikeOthers(ownersName(naming, run, item, tool), used));
}

/** Has items made, in their order; each remembers the task that works for it. */
export async function enqueueItems(
  parts: RunParts,
  tx: Tx,
  { id: runId, accountId, tool }: Pick<RunRow, 'id' | 'accountId' | 'tool'>,
  items: readonly string[],
): Promise<void> {
  const tasks = await parts.jobs.enqueueMany(
    tx,
    jobsOf(parts, tool).make,
    items.map((itemId) => ({ accountId, subjectId: runId, payload: { runId, itemId } })),
  );
  const pairs = JSON.stringify(items.map((item, at) => ({ item, task: tasks[at]?.id })));
  await tx.orm
    .update(coreToolItems)
    .set({ taskId: sql`own.task` })
    .from(sql`jsonb_to_recordset(${pairs}::jsonb) as own (item uuid, task uuid)`)
    .where(sql`${coreToolItems.id} = own.item and ${eq(coreToolItems.accountId, accountId)}`);
}
