import { and, inArray, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { publishingPosts } from '../tables.ts';

/** Which videos are on which accounts, or on their way there: an account’s id, a space, a file’s id. */
export async function postedFiles(
  tx: Tx,
  channels: readonly string[],
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const { channelId, fileId, state } = publishingPosts;
  const rows = await tx.orm
    .select({ channelId, fileId })
    .from(publishingPosts)
    .where(
      and(
        inArray(channelId, [...channels]),
        inArray(fileId, [...new Set(files)]),
        sql`${state} not in ('failed', 'cancelled')`,
      ),
    );
  return new Set(rows.map((row) => `${row.channelId} ${row.fileId}`));
}
