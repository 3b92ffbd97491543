import { desc, lt } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { accountOutbox } from '../tables.ts';

/**
 * Lists kept messages, newest first; the cursor is the last one's id, for ids rise by time.
 * @throws expected `core:http.cursor` (422)
 */
export async function listOutbox(ctx: ServerContext, { cursor, limit }: { cursor?: string; limit: number }) {
  if (cursor !== undefined && !z.uuid().safeParse(cursor).success) fail('core:http.cursor', {}, { kind: 'invalid' });
  const rows = await ctx.db.orm
    .select()
    .from(accountOutbox)
    .where(cursor === undefined ? undefined : lt(accountOutbox.id, cursor))
    .orderBy(desc(accountOutbox.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  return {
    items: items.map(({ createdAt, ...message }) => ({ ...message, createdAt: createdAt.toISOString() })),
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    total: await ctx.db.orm.$count(accountOutbox),
  };
}
