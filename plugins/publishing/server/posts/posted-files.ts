import { and, inArray, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';

import { publishingPosts } from '../tables.ts';

/** The key of a video on an account, in maps and sets. */
export const postKey = ({ channelId, fileId }: { channelId: string; fileId: string }): string =>
  `${channelId} ${fileId}`;

/** Which videos are on which accounts, or on their way there, by {@link postKey}. */
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
  return new Set(rows.map((row) => postKey({ channelId: row.channelId ?? '', fileId: row.fileId })));
}
