import { createHash } from 'node:crypto';

import { and, eq, inArray, lt, or } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { INSTALLATION } from '#core/server/services/jobs/jobs.ts';
import type { ChannelNews } from '#core/server/services/providers/channels.ts';

import { ADVANCE_POST, type PostJob } from '../posts/publish-posts.ts';
import type { PostRow } from '../posts/end-post.ts';
import { expireChannels } from '../channels/channel-tokens.ts';
import { WATCH_CHANNELS } from '../channels/watch-channels.ts';
import { publishingChannels, publishingNews, publishingPosts } from '../tables.ts';

/** Longer than any platform goes on telling the same. */
const KEEP_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;
/** News of one post come in groups: one look, after so long, does for all of them. */
const GATHER_MILLISECONDS = 2_000;

/**
 * Heeds what a platform has signed, once. News of a post have it checked at once, so that nothing but the platform's own
 * answer moves it, whatever the news say and in which order they come. An account that was taken back is marked.
 * @returns `unknown` when nobody here has connected the account
 */
export async function takeNews(
  ctx: ServerContext,
  service: string,
  news: ChannelNews,
): Promise<'heeded' | 'known' | 'unknown'> {
  const hash = createHash('sha256')
    .update(JSON.stringify([service, news.id]))
    .digest('hex');
  return await ctx.db.transaction(async (tx) => {
    const endsAt = new Date(ctx.clock.now().getTime() + KEEP_MILLISECONDS);
    const values = { hash, endsAt };
    const fresh = await tx.orm.insert(publishingNews).values(values).onConflictDoNothing().returning();
    if (fresh.length === 0) return 'known';
    const { adapter, ownerId, agreedBy, connectedAt } = publishingChannels;
    const theirs = and(eq(adapter, service), or(eq(ownerId, news.owner), eq(agreedBy, news.owner)));
    const channels = await tx.orm.select().from(publishingChannels).where(theirs);
    if (channels.length === 0) return 'unknown';
    if (news.state.state === 'unauthorised') {
      // Not of those whose owners have agreed again since.
      if (news.at !== null) await expireChannels(ctx, tx, and(theirs, lt(connectedAt, news.at)));
      else {
        await tx.orm.update(publishingChannels).set({ lookedAt: null }).where(theirs);
        await ctx.jobs.enqueue(tx, WATCH_CHANNELS, { accountId: INSTALLATION, payload: {} });
      }
    } else if (news.post !== null) {
      const ids = channels.map(({ id }) => id);
      for (const post of await lockFollowed(tx, ids, news.post)) await checkSoon(ctx, tx, post);
    }
    return 'heeded';
  });
}

/** Forgets news that nobody tells again. @returns how many */
export async function sweepNews({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  return (await db.orm.delete(publishingNews).where(lt(publishingNews.endsAt, clock.now()))).rowCount ?? 0;
}

/** The posts of that name that the platform has and has not published. */
async function lockFollowed(tx: Tx, channelIds: readonly string[], remote: string): Promise<PostRow[]> {
  const { channelId, remote: name, state } = publishingPosts;
  return await tx.orm
    .select()
    .from(publishingPosts)
    .where(
      and(inArray(channelId, [...channelIds]), eq(name, remote), inArray(state, ['processing', 'review', 'inbox'])),
    )
    .orderBy(publishingPosts.id)
    .for('update');
}

/** The check that waits for its time is overtaken by one that comes at once, unless there is such a one already. */
async function checkSoon(ctx: ServerContext, tx: Tx, { id, accountId, taskId, ...post }: PostRow): Promise<void> {
  if (post.isCheckedSoon) return;
  const round = post.round + 1;
  const payload: PostJob = { postId: id, round };
  const startAfter = new Date(ctx.clock.now().getTime() + GATHER_MILLISECONDS);
  await tx.scope(accountId).update(publishingPosts, eq(publishingPosts.id, id), { round, isCheckedSoon: true });
  await ctx.jobs.enqueueMany(tx, ADVANCE_POST, [{ accountId, payload, subjectId: taskId, startAfter }]);
}
