import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingProjects } from '../tables.ts';

/** Most projects that are named. */
const MOST = 50;

/** The projects of an account that use any of these materials, as clips or as music, last changed first. */
export async function findMaterialUses(ctx: ServerContext, accountId: string, ids: readonly string[]) {
  const { id, name, document, updatedAt, deletedAt } = mixingProjects;
  const used = sql`exists (
    select 1 from jsonb_path_query(${document}, '$.groups[*].materials[*].material') clip
      where clip #>> '{}' = any(${sql.param([...ids])}::text[])
    union all select 1 where ${document} #>> '{music,material}' = any(${sql.param([...ids])}::text[]))`;
  const rows = await ctx.db.orm
    .select({ id, title: name, total: sql<number>`(count(*) over ())::int` })
    .from(mixingProjects)
    .where(and(eq(mixingProjects.accountId, accountId), isNull(deletedAt), used))
    .orderBy(desc(updatedAt), desc(id))
    .limit(MOST);
  return { items: rows.map((row) => ({ id: row.id, title: row.title })), total: rows[0]?.total ?? 0 };
}
