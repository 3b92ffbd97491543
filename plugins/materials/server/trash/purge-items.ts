import { and, asc, eq, gt, isNotNull, type SQL } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { lockBlobs } from '#core/server/services/files/blobs.ts';

import { idIn } from '../items/find-item.ts';
import type { MaterialRow } from '../items/material-row.ts';
import { picturesOf } from '../items/pictures-of.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { materialsItems } from '../tables.ts';

/** Materials of one transaction: each takes a lock for every file of its own. */
const BATCH = 100;

type Candidate = Pick<MaterialRow, 'id' | 'name' | 'hash' | 'poster' | 'sprite'>;

/**
 * Deletes what is in the trash of an account and meets a condition, in several transactions. Materials whose files
 * are held stay.
 * @returns how many went, and the names of those that stay
 */
export async function purgeItems(
  ctx: ServerContext,
  accountId: string,
  where: SQL | undefined,
): Promise<{ purged: number; held: string[] }> {
  const held: string[] = [];
  let purged = 0;
  let last: string | undefined;
  for (;;) {
    const candidates = await candidatesOf(
      ctx.db,
      accountId,
      and(where, last === undefined ? undefined : gt(materialsItems.id, last)),
    );
    last = candidates.at(-1)?.id;
    if (last === undefined) return { purged, held };
    const { drop, gone, stay } = await ctx.db.transaction((tx) => purgeBatch(ctx, tx, accountId, candidates));
    await drop();
    purged += gone;
    held.push(...stay);
  }
}

async function purgeBatch(ctx: ServerContext, tx: Tx, accountId: string, candidates: readonly Candidate[]) {
  // Whoever stores the same bytes just now holds their lock and may be bringing the material back.
  await lockBlobs(
    tx,
    candidates.flatMap(({ hash, poster, sprite }) => [
      hash,
      ...picturesOf({ poster, sprite }).map((made) => made.hash),
    ]),
  );
  const ids = candidates.map(({ id }) => id);
  const inUse = await ctx.files.held(tx, accountId, ids);
  const wanted = ids.filter((id) => !inUse.has(id));
  const gone = await tx
    .scope(accountId)
    .delete(materialsItems, [isNotNull(materialsItems.deletedAt), idIn(materialsItems.id, wanted)]);
  const files = gone.flatMap((row) => [row.id, ...picturesOf(row).map(({ fileId }) => fileId)]);
  const drop = await ctx.files.forget(tx, accountId, files);
  if (gone.length > 0)
    await publishChanged(
      ctx,
      tx,
      accountId,
      gone.map(({ id }) => id),
    );
  const stay = candidates.filter(({ id }) => inUse.has(id)).map(({ name }) => name);
  return { drop, gone: gone.length, stay };
}

async function candidatesOf(tx: Tx, accountId: string, where: SQL | undefined): Promise<Candidate[]> {
  const { id, name, hash, poster, sprite } = materialsItems;
  return tx.orm
    .select({ id, name, hash, poster, sprite })
    .from(materialsItems)
    .where(and(eq(materialsItems.accountId, accountId), isNotNull(materialsItems.deletedAt), where))
    .orderBy(asc(id))
    .limit(BATCH);
}
