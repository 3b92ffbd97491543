import { and } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { materialsItems } from '../tables.ts';
import { filterOf, type MaterialQuery } from './list-filter.ts';
import { afterCursor, cursorAt, orderOf } from './list-order.ts';
import { presentMaterial } from './present-material.ts';

/**
 * A page of an account's materials, as rows. The cursor is the last row's place in the order, so that rows that come or
 * go meanwhile neither repeat nor hide others.
 */
export async function pageOfMaterials(ctx: Pick<ServerContext, 'db'>, accountId: string, query: MaterialQuery) {
  const { cursor, limit, sort, descending } = query;
  const scope = ctx.db.scope(accountId);
  const filter = filterOf(query);
  const [rows, total] = await Promise.all([
    scope.select(materialsItems, {
      where: and(filter, cursor === undefined ? undefined : afterCursor(cursor, sort, descending)),
      orderBy: orderOf(sort, descending),
      limit: limit + 1,
    }),
    scope.count(materialsItems, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, nextCursor: rows.length > limit && last !== undefined ? cursorAt(sort, last) : null, total };
}

/** The same as their owner sees them. */
export async function listMaterials(
  ctx: ServerContext,
  accountId: string,
  query: MaterialQuery,
  language: MessageLanguage,
) {
  const { rows, nextCursor, total } = await pageOfMaterials(ctx, accountId, query);
  return { items: await Promise.all(rows.map((row) => presentMaterial(ctx, row, language))), nextCursor, total };
}
