import { and, eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { LIBRARY } from '#plugins/materials/server/api.ts';
import type { Certificate } from '#plugins/mixing/certificate.ts';
import { runEnded } from '#plugins/mixing/events.ts';
import { mixingOutputs, mixingRuns, type Run } from '../tables.ts';
import { announceRun } from './run-events.ts';
import type { RunRefusal } from './run-facts.ts';

export type RunEnd =
  | { state: 'done'; certificate: Certificate }
  | { state: 'failed'; error: RunRefusal['error'] | null }
  | { state: 'cancelled' };

/** Who holds the files of a run while it works. */
export function holderOf(runId: string): string {
  return `mixing.run ${runId}`;
}

/**
 * Ends a run that the transaction has locked. Its materials are let go, whatever may be tried again later: a failed
 * video must not keep anybody from emptying their trash for ever. A retry holds what is still there, and what is not
 * is refused then. Materials learn of the videos that were made with them, each video once.
 */
export async function endRun(ctx: ServerContext, tx: Tx, run: Run, end: RunEnd): Promise<void> {
  const { id, accountId, projectId } = run;
  const scope = tx.scope(accountId);
  const now = ctx.clock.now();
  await scope.update(mixingRuns, eq(mixingRuns.id, id), {
    ...end,
    ...(end.state === 'done' ? { progress: 1, error: null } : {}),
    ...{ revision: run.revision + 1, progressAt: now, workingSince: null, endedAt: now, updatedAt: now },
  });
  await ctx.files.release(tx, accountId, holderOf(id));
  if (end.state === 'cancelled') {
    // They are no longer being made, so later runs may make them.
    const unmade = and(eq(mixingOutputs.runId, id), eq(mixingOutputs.state, 'planned'));
    const given = { state: 'given-up', revision: run.revision + 1 } as const;
    await scope.update(mixingOutputs, unmade ?? eq(mixingOutputs.runId, id), given);
  }
  await countUses(ctx, tx, run);
  const outputs = await tx.orm
    .select({ state: mixingOutputs.state })
    .from(mixingOutputs)
    .where(and(eq(mixingOutputs.runId, id), eq(mixingOutputs.accountId, accountId)));
  const countOf = (wanted: string) => outputs.filter(({ state }) => state === wanted).length;
  const counts = { made: countOf('made'), failed: countOf('failed') };
  await announceRun(ctx, tx, run);
  const data = { runId: id, projectId, name: run.document.name, state: end.state, ...counts };
  await ctx.events.publish(tx, runEnded, { accountId, data });
}

async function countUses(ctx: ServerContext, tx: Tx, { id, accountId }: Run): Promise<void> {
  const uncounted = and(eq(mixingOutputs.runId, id), eq(mixingOutputs.state, 'made'), eq(mixingOutputs.counted, false));
  const counted = await tx.scope(accountId).update(mixingOutputs, uncounted ?? eq(mixingOutputs.runId, id), {
    counted: true,
  });
  const uses = new Map<string, number>();
  for (const { shots } of counted) {
    for (const material of new Set(shots.map((shot) => shot.material))) {
      uses.set(material, (uses.get(material) ?? 0) + 1);
    }
  }
  if (uses.size > 0) {
    // In one order, so that two runs that end at once never wait for each other.
    await ctx.use(LIBRARY)?.noteMixed(tx, accountId, new Map([...uses].sort(([a], [b]) => (a < b ? -1 : 1))));
  }
}
