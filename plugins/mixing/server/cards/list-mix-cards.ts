import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';

import type { ToolRunState } from '#core/contract/tool-run-calls.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems, coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import type { MixCard } from '#plugins/mixing/calls.ts';
import { plannedOf } from '../runs/tell-run.ts';
import { mixingProjects, mixingRuns } from '../tables.ts';
import { behind, cursorAt, inState, namedProjects, type CardState } from './card-filter.ts';
import { pictureOf } from './project-picture.ts';

export interface ListCardsOptions {
  cursor?: string;
  limit: number;
  /** Words of the name, also as pinyin or its initials. */
  q?: string;
  state?: CardState;
  language: MessageLanguage;
}

/**
 * Lists the projects that an account worked on last: those that were changed, and those that ran. It takes five
 * queries, however many there are.
 * @throws expected `mixing:cursor-invalid` (422)
 */
export async function listMixCards(ctx: ServerContext, accountId: string, options: ListCardsOptions) {
  const { orm } = ctx.db;
  const { limit, language } = options;
  const lastRun = orm
    .select({
      id: mixingRuns.id,
      state: coreToolRuns.state,
      count: mixingRuns.count,
      planned: mixingRuns.planned,
      error: coreToolRuns.error,
      createdAt: mixingRuns.createdAt,
      updatedAt: coreToolRuns.updatedAt,
    })
    .from(mixingRuns)
    .innerJoin(coreToolRuns, eq(coreToolRuns.id, mixingRuns.id))
    .where(and(eq(mixingRuns.projectId, mixingProjects.id), eq(mixingRuns.accountId, accountId)))
    .orderBy(desc(mixingRuns.id))
    .limit(1)
    .as('last_run');
  // Times are kept finer than a cursor can say.
  const changed = sql`date_trunc('milliseconds', greatest(${mixingProjects.updatedAt}, ${lastRun.updatedAt}))`;
  const wanted = and(namedProjects(accountId, options.q), inState(sql<ToolRunState>`${lastRun.state}`, options.state));
  const rows = await orm
    .select({
      id: mixingProjects.id,
      name: mixingProjects.name,
      updatedAt: mixingProjects.updatedAt,
      groups: sql<number>`jsonb_array_length(${mixingProjects.document} -> 'groups')`,
      clips: sql<number>`(select coalesce(sum(jsonb_array_length(g -> 'materials')), 0)::int
        from jsonb_array_elements(${mixingProjects.document} -> 'groups') g)`,
      materials: sql<string[]>`array(select m #>> '{}'
        from jsonb_path_query(${mixingProjects.document}, '$.groups[*].materials[*].material') m limit 5)`,
      run: {
        id: lastRun.id,
        state: lastRun.state,
        count: lastRun.count,
        planned: lastRun.planned,
        error: lastRun.error,
        createdAt: lastRun.createdAt,
        updatedAt: lastRun.updatedAt,
      },
    })
    .from(mixingProjects)
    .leftJoinLateral(lastRun, sql`true`)
    .where(and(wanted, behind(options.cursor, changed)))
    .orderBy(desc(changed), desc(mixingProjects.id))
    .limit(limit + 1);
  const named = orm.select({ total: count() }).from(mixingProjects);
  const counting = options.state === undefined ? named : named.leftJoinLateral(lastRun, sql`true`);
  const [all] = await counting.where(wanted);

  const shown = rows.slice(0, limit);
  const made = await videosOf(ctx, accountId, shown);
  const pictures = await pictureOf(ctx, accountId, shown);
  const items = shown.map(({ id, name, updatedAt, groups, clips, run }): MixCard => ({
    ...{ id, name, groups, clips },
    changedAt: new Date(Math.max(updatedAt.getTime(), run?.updatedAt.getTime() ?? 0)).toISOString(),
    run:
      run === null
        ? null
        : {
            ...{ id: run.id, state: run.state, count: run.count },
            planned: plannedOf(run, made.givenUp.get(run.id) ?? 0),
            made: made.ofRun.get(run.id) ?? 0,
            error: run.error === null ? null : translate(language, run.error.code, run.error.params),
          },
    picture: pictures.get(id) ?? null,
    videos: made.ofProject.get(id) ?? 0,
    ranAt: run?.createdAt.toISOString() ?? null,
  }));
  const last = items.at(-1);
  return {
    items,
    nextCursor: rows.length > limit && last !== undefined ? cursorAt(new Date(last.changedAt), last.id) : null,
    total: all?.total ?? 0,
    made: [...made.ofProject.values()].some((videos) => videos > 0) || (await anyVideo(ctx, accountId)),
  };
}

/** How many videos the projects have, and each of their runs. */
async function videosOf(ctx: ServerContext, accountId: string, projects: readonly { id: string }[]) {
  const ids = projects.map(({ id }) => id);
  const rows = await ctx.db.orm
    .select({
      ...{ projectId: mixingRuns.projectId, runId: coreToolItems.runId },
      made: sql<number>`count(*) filter (where ${coreToolItems.state} = 'made')::int`,
      givenUp: sql<number>`count(*) filter (where ${coreToolItems.state} = 'given-up')::int`,
    })
    .from(mixingRuns)
    .innerJoin(coreToolItems, eq(coreToolItems.runId, mixingRuns.id))
    .where(and(eq(mixingRuns.accountId, accountId), inArray(mixingRuns.projectId, ids)))
    .groupBy(mixingRuns.projectId, coreToolItems.runId);
  const ofProject = new Map<string, number>();
  for (const { projectId, made } of rows) ofProject.set(projectId, (ofProject.get(projectId) ?? 0) + made);
  return {
    ofProject,
    ofRun: new Map(rows.map(({ runId, made }) => [runId, made])),
    givenUp: new Map(rows.map(({ runId, givenUp }) => [runId, givenUp])),
  };
}

async function anyVideo(ctx: ServerContext, accountId: string): Promise<boolean> {
  const [one] = await ctx.db.orm
    .select({ id: coreToolItems.id })
    .from(mixingRuns)
    .innerJoin(coreToolItems, and(eq(coreToolItems.runId, mixingRuns.id), eq(coreToolItems.state, 'made')))
    .where(eq(mixingRuns.accountId, accountId))
    .limit(1);
  return one !== undefined;
}
