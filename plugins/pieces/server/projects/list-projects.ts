import { and, desc, lt, or, sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { listProjects as call } from '#plugins/pieces/calls.ts';

import { piecesProjects } from '../tables.ts';
import { presentProject } from './present-project.ts';

/** Lists an account's projects, last changed first. The cursor is the last row's time and id. */
export async function listProjects(
  ctx: ServerContext,
  accountId: string,
  { cursor, limit }: { cursor?: string; limit: number },
  language: MessageLanguage,
): Promise<CallData<typeof call>> {
  const scope = ctx.db.scope(accountId);
  const rows = await scope.select(piecesProjects, {
    where: cursor === undefined ? undefined : after(cursor),
    orderBy: [desc(piecesProjects.updatedAt), desc(piecesProjects.id)],
    limit: limit + 1,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? `${last.updatedAt.toISOString()}_${last.id}` : null;
  return {
    items: items.map((row) => presentProject(row, language)),
    nextCursor,
    total: await scope.count(piecesProjects),
  };
}

function after(cursor: string) {
  const [time = '', id = ''] = cursor.split('_');
  const updatedAt = new Date(time);
  if (Number.isNaN(updatedAt.getTime()) || !/^[0-9a-f-]{36}$/.test(id)) {
    fail('core:http.cursor', {}, { kind: 'invalid' });
  }
  // Times are kept finer than a cursor can say.
  const column = sql`date_trunc('milliseconds', ${piecesProjects.updatedAt})`;
  const same = sql`${column} = ${updatedAt.toISOString()}::timestamptz`;
  return or(sql`${column} < ${updatedAt.toISOString()}::timestamptz`, and(same, lt(piecesProjects.id, id)));
}
