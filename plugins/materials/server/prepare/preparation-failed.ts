import { and, eq } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler } from '#core/server/services/jobs/jobs.ts';

import { publishChanged } from '../items/publish-changed.ts';
import { materialsItems } from '../tables.ts';

const payloadSchema = z.object({ id: z.uuid() });

/** Marks a material whose preparation finally failed, so that it does not stay in preparation. */
export function preparationFailed(ctx: ServerContext): FailureHandler {
  return async (tx, task, payload) => {
    const { id } = payloadSchema.parse(payload);
    const waiting = and(eq(materialsItems.id, id), eq(materialsItems.state, 'preparing'));
    const error =
      task.state === 'cancelled' || task.error === null
        ? { code: 'materials:prepare-cancelled' as const, params: {} }
        : task.error;
    const changed = await tx
      .scope(task.accountId)
      .update(materialsItems, waiting ?? eq(materialsItems.id, id), { state: 'failed', error });
    if (changed.length > 0) await publishChanged(ctx, tx, task.accountId, [id]);
  };
}
