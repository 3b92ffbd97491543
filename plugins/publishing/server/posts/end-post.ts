import { and, eq, sql, type SQL } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { postPublished } from '#core/server/services/providers/post-published-hook.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import type { PostState } from '#plugins/publishing/post-calls.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import { publishingChannels, publishingPosts, type PostCause } from '../tables.ts';
import { releasePlace } from './post-place.ts';

export type PostRow = typeof publishingPosts.$inferSelect;

/** Nothing has gone to the platform yet, so that it can still be called off. */
export const WAITING = ['planned', 'checked', 'handover'] as const satisfies readonly PostState[];
/** Nothing more happens by itself. */
export const OVER = ['published', 'failed', 'cancelled'] as const satisfies readonly PostState[];

/** Who keeps the files of a task from being removed. */
export const holderOf = (taskId: string): string => `publishing.task ${taskId}`;

type End = { state: 'published'; link: string | null } | { state: 'failed'; cause: PostCause } | { state: 'cancelled' };

/**
 * Ends a post: what it holds of the account's publishes is spent, or goes back. The files of its task are let go with the
 * last of its posts.
 */
export async function endPost(ctx: ServerContext, tx: Tx, row: PostRow, end: End): Promise<void> {
  const { id, accountId, taskId, name, platform, holdId, round, saved, committedAt } = row;
  if (end.state !== 'published') await releasePlace(ctx, tx, accountId, row);
  // Where it may be there already, it is looked for before anything is sent again.
  const isKept = end.state === 'failed' && committedAt !== null;
  const now = ctx.clock.now();
  await tx.scope(accountId).update(publishingPosts, eq(publishingPosts.id, id), {
    ...{ state: end.state, saved: isKept ? saved : null, cause: end.state === 'failed' ? end.cause : null },
    ...(end.state === 'published' ? { link: end.link, publishedAt: now } : {}),
  });
  const [left] = await tx.orm
    .select({ posts: sql<number>`count(*)::int` })
    .from(publishingPosts)
    .where(and(eq(publishingPosts.taskId, taskId), sql`${publishingPosts.state} not in ${OVER}`));
  if (left?.posts === 0) await ctx.files.release(tx, accountId, holderOf(taskId));
  await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId } });
  if (holdId === null) return;
  await ctx.ledger.settle(tx, {
    ...{ accountId, holdId, used: end.state === 'published' ? 1 : 0 },
    ...{ key: `publishing.post:${id}:${round}:settle`, facts: { service: `publishing.${platform}`, name } },
  });
}

/** Ends a post that is out, and tells whoever wants to know. @param seen.hash of its video */
export async function endPublished(
  ctx: ServerContext,
  tx: Tx,
  row: PostRow,
  { link, hash, channel }: { link: string | null; hash: string; channel: ChannelRow | undefined },
): Promise<void> {
  const { id, accountId, fileId, name } = row;
  const data = { id, fileId, hash, name, service: channel?.adapter ?? row.platform, link };
  await ctx.fire(tx, postPublished, { accountId, data });
  if (channel !== undefined) {
    const values = { lastPostAt: ctx.clock.now() };
    await tx.orm.update(publishingChannels).set(values).where(eq(publishingChannels.id, channel.id));
  }
  // The last, since all of the account's publishes are settled one after the other.
  await endPost(ctx, tx, row, { state: 'published', link });
}

/** Calls posts off, whosever they are. @returns how many */
export async function cancelPosts(ctx: ServerContext, tx: Tx, where: SQL | undefined): Promise<number> {
  const rows = await tx.orm.select().from(publishingPosts).where(where).orderBy(publishingPosts.id).for('update');
  for (const row of rows) await endPost(ctx, tx, row, { state: 'cancelled' });
  return rows.length;
}
