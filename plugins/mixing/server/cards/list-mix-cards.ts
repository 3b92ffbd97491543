import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/context.ts';
import { say, type MessageLanguage } from '#core/server/messages.ts';

import type { MixCard } from '#plugins/mixing/calls.ts';
import { mixingOutputs, mixingProjects, mixingRuns } from '../tables.ts';
import { pictureOf } from './project-picture.ts';

/** Lists the projects that an account worked on last: those that were changed, and those that ran. */
export async function listMixCards(
  ctx: ServerContext,
  accountId: string,
  { limit, language }: { limit: number; language: MessageLanguage },
): Promise<{ items: MixCard[]; made: boolean }> {
  const { orm } = ctx.db;
  const lastRun = orm
    .select({
      id: mixingRuns.id,
      state: mixingRuns.state,
      count: mixingRuns.count,
      planned: mixingRuns.planned,
      error: mixingRuns.error,
      updatedAt: mixingRuns.updatedAt,
    })
    .from(mixingRuns)
    .where(and(eq(mixingRuns.projectId, mixingProjects.id), eq(mixingRuns.accountId, accountId)))
    .orderBy(desc(mixingRuns.id))
    .limit(1)
    .as('last_run');
  const changed = sql`greatest(${mixingProjects.updatedAt}, ${lastRun.updatedAt})`;
  const rows = await orm
    .select({
      id: mixingProjects.id,
      name: mixingProjects.name,
      updatedAt: mixingProjects.updatedAt,
      groups: sql<unknown>`${mixingProjects.document} -> 'groups'`,
      run: {
        id: lastRun.id,
        state: lastRun.state,
        count: lastRun.count,
        planned: lastRun.planned,
        error: lastRun.error,
        updatedAt: lastRun.updatedAt,
      },
    })
    .from(mixingProjects)
    .leftJoinLateral(lastRun, sql`true`)
    .where(and(eq(mixingProjects.accountId, accountId), isNull(mixingProjects.deletedAt)))
    .orderBy(desc(changed), desc(mixingProjects.id))
    .limit(limit);

  const pictures = await pictureOf(ctx, accountId, rows);
  const runs = rows.flatMap(({ run }) => (run === null ? [] : [run.id]));
  const counts = await orm
    .select({ runId: mixingOutputs.runId, made: count() })
    .from(mixingOutputs)
    .where(
      and(eq(mixingOutputs.accountId, accountId), eq(mixingOutputs.state, 'made'), inArray(mixingOutputs.runId, runs)),
    )
    .groupBy(mixingOutputs.runId);
  const madeBy = new Map(counts.map(({ runId, made: number }) => [runId, number]));
  const [made] = await orm
    .select({ id: mixingOutputs.id })
    .from(mixingRuns)
    .innerJoin(mixingOutputs, and(eq(mixingOutputs.runId, mixingRuns.id), eq(mixingOutputs.state, 'made')))
    .where(eq(mixingRuns.accountId, accountId))
    .limit(1);
  return {
    items: rows.map(({ id, name, updatedAt, run }) => ({
      id,
      name,
      changedAt: new Date(Math.max(updatedAt.getTime(), run?.updatedAt.getTime() ?? 0)).toISOString(),
      run:
        run === null
          ? null
          : {
              ...{ id: run.id, state: run.state, count: run.count, planned: run.planned },
              made: madeBy.get(run.id) ?? 0,
              error: run.error === null ? null : say(language, run.error.code, run.error.params),
            },
      picture: pictures.get(id) ?? null,
    })),
    made: made !== undefined,
  };
}
