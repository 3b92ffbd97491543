import { and, asc, eq, gt } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/context.ts';

import { mixingOutputs } from '../tables.ts';
import { findMixRun } from './find-mix-run.ts';

/**
 * Lists the outputs of a run in their order. The cursor is the last row's position and id.
 * @throws expected `mixing:run-missing` (404)
 */
export async function listMixOutputs(
  ctx: ServerContext,
  accountId: string,
  runId: string,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  const scope = ctx.db.scope(accountId);
  await findMixRun(scope, runId);
  const ofRun = eq(mixingOutputs.runId, runId);
  if (cursor !== undefined && !/^[0-9a-f-]{36}$/.test(cursor)) {
    fail('mixing:cursor-invalid', {}, { kind: 'invalid' });
  }
  const rows = await scope.select(mixingOutputs, {
    where: cursor === undefined ? ofRun : and(ofRun, gt(mixingOutputs.id, cursor)),
    orderBy: asc(mixingOutputs.id),
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  return {
    items: items.map(({ id, position, state, shots, title, fileId, facts }) => ({
      ...{ id, position, state, title, fileId },
      shots: shots.map(({ group, material, window }) => ({ group, material, window })),
      seconds: facts?.seconds ?? null,
    })),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await scope.count(mixingOutputs, ofRun),
  };
}
