import { and, eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/context.ts';
import { say } from '#core/server/messages.ts';

import { mixingOutputs, type mixingRuns } from '../tables.ts';

/** A run's row as its owner sees it. */
export async function presentMixRun(ctx: ServerContext, row: typeof mixingRuns.$inferSelect, language: 'zh' | 'en') {
  const finished = and(eq(mixingOutputs.runId, row.id), eq(mixingOutputs.state, 'made'));
  return {
    id: row.id,
    projectId: row.projectId,
    state: row.state,
    count: row.count,
    planned: row.planned,
    made: await ctx.db.scope(row.accountId).count(mixingOutputs, finished),
    share: row.share,
    seed: row.seed,
    refused: row.refused.map(({ material, error }) => ({ material, reason: say(language, error.code, error.params) })),
    error: row.error === null ? null : say(language, row.error.code, row.error.params),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
