import { and, eq, inArray, ne } from 'drizzle-orm';
import { z } from 'zod';

import type { FailureHandler } from '#core/server/services/jobs/jobs.ts';

import { databaseStore, lockRun } from './database-store.ts';
import { broke, cancelled, settled } from './orchestrate.ts';
import type { RunParts } from './parts.ts';
import { isMaking } from './run-machine.ts';
import { coreToolItems, coreToolRuns } from './tables.ts';

/** What is made, or may still be. */
const WANTED = ['planned', 'made', 'failed'] as const;

const payloadSchema = z.object({ runId: z.uuid(), itemId: z.uuid().optional() });

/**
 * What follows when work for a run has failed for good or was cancelled. A single item that failed keeps its reason and
 * waits for a retry; one that was cancelled is left out, and the last one ends the run. Without its plan or what finishes it the run itself has failed.
 */
export function workEnded(parts: RunParts): FailureHandler {
  return async (tx, task, payload) => {
    const { runId, itemId } = payloadSchema.parse(payload);
    const scope = tx.scope(task.accountId);
    // Its run may have been removed.
    if ((await scope.find(coreToolRuns, eq(coreToolRuns.id, runId))) === undefined) return;
    const store = databaseStore(parts, tx, await lockRun(tx, task.accountId, runId));
    if (itemId === undefined) {
      await (task.state === 'cancelled' ? cancelled(store) : broke(store, task.error));
      return;
    }
    // Another task may work for it by now.
    const own = and(eq(coreToolItems.id, itemId), eq(coreToolItems.taskId, task.id));
    if (own === undefined || (await scope.find(coreToolItems, own)) === undefined) return;
    if (task.state === 'failed') {
      await settled(store, itemId, { state: 'failed', error: task.error });
    } else if (isMaking(store.run.state)) {
      // Without its last item nothing would be left of the run.
      const others = and(
        eq(coreToolItems.runId, runId),
        ne(coreToolItems.id, itemId),
        inArray(coreToolItems.state, WANTED),
      );
      if ((await scope.count(coreToolItems, others)) === 0) await cancelled(store);
      else await settled(store, itemId, { state: 'given-up', error: null });
    }
  };
}
