import { and, eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { mixingRuns, type RunState, type Run } from '../tables.ts';

/** How often outputs that are too similar are replanned at most. */
export const MAX_ROUNDS = 4;

/** States in which a run has not ended. */
export const OPEN_STATES = ['planning', 'rendering', 'paused', 'certifying'] as const satisfies RunState[];

/** States in which outputs are made; a paused run finishes those under way. */
export const MAKING_STATES = ['rendering', 'paused'] as const satisfies RunState[];

export function isOpen(state: RunState): boolean {
  return (OPEN_STATES as readonly RunState[]).includes(state);
}

export function isMaking(state: RunState): boolean {
  return (MAKING_STATES as readonly RunState[]).includes(state);
}

/**
 * Reads a run and makes everybody else who changes it wait until the transaction ends. Locks are always taken in
 * this order: tasks, project, run, outputs.
 * @throws expected `mixing:run-missing` (404)
 */
export async function lockRun(tx: Tx, accountId: string, id: string): Promise<Run> {
  const [run] = await tx.orm
    .select()
    .from(mixingRuns)
    .where(and(eq(mixingRuns.id, id), eq(mixingRuns.accountId, accountId)))
    .for('update');
  return run ?? fail('mixing:run-missing', {}, { kind: 'not-found' });
}
