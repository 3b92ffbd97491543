import { and, inArray } from 'drizzle-orm';
import { validate } from 'uuid';

import type { Tx } from '#core/server/ground/database/database.ts';

import { coreTasks } from './tables.ts';

const OPEN = ['queued', 'running', 'paused', 'cancelling'] as const;

/** Of some tasks, the ids of those that have not ended. */
export async function liveTasks({ orm }: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter((id) => validate(id));
  const rows = await orm
    .select({ id: coreTasks.id })
    .from(coreTasks)
    .where(and(inArray(coreTasks.id, known), inArray(coreTasks.state, OPEN)));
  return new Set(rows.map(({ id }) => id));
}
