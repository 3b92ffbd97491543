import { and, desc, isNull, lt, or, sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { mixingProjects } from '../tables.ts';
import { presentMixProject } from './present-mix-project.ts';

/** Lists an account's projects, last changed first. The cursor is the last row's time and id. */
export async function listMixProjects(
  ctx: ServerContext,
  accountId: string,
  { cursor, limit }: { cursor?: string; limit: number },
) {
  const scope = ctx.db.scope(accountId);
  const rows = await scope.select(mixingProjects, {
    where: and(isNull(mixingProjects.deletedAt), cursor === undefined ? undefined : after(cursor)),
    orderBy: [desc(mixingProjects.updatedAt), desc(mixingProjects.id)],
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? `${last.updatedAt.toISOString()}_${last.id}` : null;
  const total = await scope.count(mixingProjects, isNull(mixingProjects.deletedAt));
  return { items: items.map(presentMixProject), nextCursor, total };
}

function after(cursor: string) {
  const [time = '', id = ''] = cursor.split('_');
  const updatedAt = new Date(time);
  if (Number.isNaN(updatedAt.getTime()) || !/^[0-9a-f-]{36}$/.test(id)) {
    fail('mixing:cursor-invalid', {}, { kind: 'invalid' });
  }
  // Times are kept finer than a cursor can say.
  const column = sql`date_trunc('milliseconds', ${mixingProjects.updatedAt})`;
  return or(
    sql`${column} < ${updatedAt.toISOString()}::timestamptz`,
    and(sql`${column} = ${updatedAt.toISOString()}::timestamptz`, lt(mixingProjects.id, id)),
  );
}
