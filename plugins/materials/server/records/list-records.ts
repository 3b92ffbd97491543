import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import { isCursorId, isCursorTime } from '../cursor-parts.ts';
import { findItem } from '../items/find-item.ts';
import { materialsRecords } from '../tables.ts';

interface PageQuery {
  cursor?: string;
  limit: number;
}

/** What happened in the library, newest first. */
export function listRecords(
  ctx: ServerContext,
  accountId: string,
  { kind, from, until, ...page }: PageQuery & { kind?: MaterialKind; from?: string; until?: string },
) {
  const filter = and(
    kind === undefined ? undefined : eq(materialsRecords.kind, kind),
    from === undefined ? undefined : gte(materialsRecords.at, new Date(from)),
    until === undefined ? undefined : lt(materialsRecords.at, new Date(until)),
  );
  return pageOf(ctx, accountId, filter, page);
}

/**
 * What happened to a material, newest first.
 * @throws expected `materials:missing` (404)
 */
export async function listUses(ctx: ServerContext, accountId: string, id: string, page: PageQuery) {
  await findItem(ctx.db, accountId, id);
  return pageOf(ctx, accountId, eq(materialsRecords.materialId, id), page);
}

async function pageOf(ctx: ServerContext, accountId: string, filter: SQL | undefined, { cursor, limit }: PageQuery) {
  const scope = ctx.db.scope(accountId);
  const [rows, total] = await Promise.all([
    scope.select(materialsRecords, {
      where: and(filter, cursor === undefined ? undefined : after(cursor)),
      orderBy: [desc(materialsRecords.at), desc(materialsRecords.id)],
      limit: limit + 1,
    }),
    scope.count(materialsRecords, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ at, accountId: _own, ...record }) => ({ ...record, at: at.toISOString() })),
    nextCursor: rows.length > limit && last !== undefined ? `${last.at.toISOString()}_${last.id}` : null,
    total,
  };
}

function after(cursor: string): SQL {
  const [time = '', id = ''] = cursor.split('_');
  if (!isCursorTime(time) || !isCursorId(id)) fail('core:http.cursor', {}, { kind: 'invalid' });
  return sql`(${materialsRecords.at}, ${materialsRecords.id}) < (${time}::timestamptz, ${id}::uuid)`;
}
