import { and, count, eq, max } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { lockBlobs } from '#core/server/services/files/blobs.ts';
import { onHook, type Subscription } from '#core/server/services/hooks/server-hook.ts';
import { postPublished } from '#core/server/services/providers/post-published-hook.ts';

import type { MaterialRow } from '../items/material-row.ts';
import { publishChanged } from '../items/publish-changed.ts';
import { materialsItems, materialsPublications } from '../tables.ts';
import { writeRecords } from './write-records.ts';

/** Counts what is published, each post once. */
export function notePublished(ctx: ServerContext): Subscription {
  return onHook(postPublished, async ({ accountId, data: { id, hash }, complete }) => {
    await complete(async (tx) => {
      // Whoever makes these bytes a material does so before or after, and counts either way.
      await lockBlobs(tx, [hash]);
      const at = ctx.clock.now();
      const post = { id, accountId, hash, at };
      const fresh = await tx.orm.insert(materialsPublications).values(post).onConflictDoNothing().returning();
      if (fresh.length === 0) return;
      const published = await publicationsOf(tx, accountId, hash);
      const [item] = await tx.scope(accountId).update(materialsItems, eq(materialsItems.hash, hash), published);
      if (item === undefined) return;
      await writeRecords(tx, accountId, [item.id], { what: 'published', at });
      await publishChanged(ctx, tx, accountId, [item.id]);
    });
  });
}

/** How often bytes were published, and when last; asked under the lock of the bytes. */
export async function publicationsOf(
  tx: Tx,
  accountId: string,
  hash: string,
): Promise<Pick<MaterialRow, 'publishCount' | 'publishedAt'>> {
  const { at } = materialsPublications;
  const own = and(eq(materialsPublications.accountId, accountId), eq(materialsPublications.hash, hash));
  const [row] = await tx.orm
    .select({ publishCount: count(), publishedAt: max(at) })
    .from(materialsPublications)
    .where(own);
  return row ?? { publishCount: 0, publishedAt: null };
}
