import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { findMixProject } from '../projects/find-mix-project.ts';
import { mixingRuns } from '../tables.ts';
import { presentMixRuns } from './present-mix-run.ts';

/**
 * Lists the runs of a project, newest first. The cursor is the last one's id.
 * @throws expected `mixing:project-missing` (404), `mixing:cursor-invalid` (422)
 */
export async function listMixRuns(
  ctx: ServerContext,
  accountId: string,
  projectId: string,
  { cursor, limit, language }: { cursor?: string; limit: number; language: MessageLanguage },
) {
  const scope = ctx.db.scope(accountId);
  await findMixProject(scope, projectId);
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success) {
    fail('mixing:cursor-invalid', {}, { kind: 'invalid' });
  }
  const ofProject = eq(mixingRuns.projectId, projectId);
  const runs = await presentMixRuns(ctx, accountId, {
    where: and(ofProject, cursor === undefined ? undefined : lt(mixingRuns.id, cursor)),
    limit: limit + 1,
    language,
  });
  const items = runs.slice(0, limit);
  return {
    items,
    nextCursor: runs.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await scope.count(mixingRuns, ofProject),
  };
}
