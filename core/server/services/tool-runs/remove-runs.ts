import { and, eq, like, lt, sql } from 'drizzle-orm';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { lockRun } from './database-store.ts';
import { findRun } from './find-run.ts';
import type { RunParts } from './parts.ts';
import { isOpen } from './run-machine.ts';
import { coreToolItems, coreToolRuns } from './tables.ts';
import { tellChange } from './tell-change.ts';

/** Files that one transaction removes: each locks its bytes. */
const FILES_AT_ONCE = 200;

/** Runs that one sweep removes. */
const RUNS_AT_ONCE = 200;

/**
 * Removes a run that has ended, and its outputs; what was put into the library stays there.
 * @throws expected `core:tool-run.missing` (404), `core:tool-run.not-over` (409), and `core:file-in-use` (409) while
 *   another run works with one of its outputs
 */
export async function removeRun(parts: RunParts, accountId: string, id: string): Promise<void> {
  const { db, files } = parts;
  for (;;) {
    const { left, free } = await db.transaction(async (tx) => {
      const run = await lockRun(tx, accountId, id);
      if (isOpen(run.state)) fail('core:tool-run.not-over', {}, { kind: 'conflict' });
      const scope = tx.scope(accountId);
      const items = await scope.select(coreToolItems, { where: eq(coreToolItems.runId, id), limit: FILES_AT_ONCE });
      const outputs = items.flatMap((item) => [item.files.map((file) => file.id), item.posterId ?? []].flat());
      const freed = await files.forget(tx, accountId, outputs);
      for (const item of items) await scope.delete(coreToolItems, eq(coreToolItems.id, item.id));
      const more = items.length === FILES_AT_ONCE;
      if (!more) {
        await scope.delete(coreToolRuns, eq(coreToolRuns.id, id));
        await tellChange(parts, tx, run);
      }
      return { left: more, free: freed };
    });
    await free();
    if (!left) return;
  }
}

/**
 * Removes a run for its owner.
 * @throws what {@link removeRun} throws, and expected `core:tool-run.own` (409) for one of which another part remains
 */
export async function removeOwnRun(parts: RunParts, accountId: string, id: string): Promise<void> {
  const { tool } = await findRun(parts.db.scope(accountId), id);
  if (parts.tools.get(tool)?.isOwn === true) fail('core:tool-run.own', {}, { kind: 'conflict' });
  await removeRun(parts, accountId, id);
}

/**
 * Removes runs whose time is up. One whose outputs are in use stays until the next sweep.
 * @returns how many went
 */
export async function sweepRuns(parts: RunParts): Promise<number> {
  const due = await parts.db.orm
    .select({ id: coreToolRuns.id, accountId: coreToolRuns.accountId })
    .from(coreToolRuns)
    .where(and(lt(coreToolRuns.expiresAt, parts.clock.now())))
    .orderBy(coreToolRuns.expiresAt)
    .limit(RUNS_AT_ONCE);
  let removed = 0;
  for (const { id, accountId } of due) {
    try {
      await removeRun(parts, accountId, id);
      removed++;
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
    }
  }
  return removed;
}

/** Ends the runs of a plugin that is removed with all that it left; the next sweep takes them with their outputs. */
export async function abandonRuns(tx: Tx, plugin: string, now: Date): Promise<void> {
  const open = sql`${coreToolRuns.state} not in ('done', 'failed', 'cancelled')`;
  const ofPlugin = like(coreToolRuns.tool, `${plugin}.%`);
  await tx.orm.execute(sql`
    delete from core_file_holds where holder in (
      select 'tool-run ' || ${coreToolRuns.id} from ${coreToolRuns} where ${ofPlugin} and ${open})`);
  await tx.orm.update(coreToolRuns).set({ state: 'cancelled', endedAt: now }).where(and(ofPlugin, open));
  await tx.orm.update(coreToolRuns).set({ expiresAt: now }).where(ofPlugin);
}
