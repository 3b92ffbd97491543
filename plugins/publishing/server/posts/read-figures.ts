import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { ChannelFigures } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import { withTokens, type ChannelRow } from '../channels/channel-tokens.ts';
import { publishingChannels, publishingFigures, publishingPosts } from '../tables.ts';

/** The job that asks platforms how posts do, a few times an hour. */
export const READ_FIGURES = 'publishing.figures';

/** How long posts are followed. */
const DAYS = 30;
/** Posts that are asked for at once. */
const MOST = 50;
/** Figures are asked for again after this, or after a tenth of the post’s age if that is longer. */
const LEAST_MINUTES = 20;

export function readFigures(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const channels = await ctx.db.orm
      .select()
      .from(publishingChannels)
      .where(eq(publishingChannels.state, 'normal'))
      .orderBy(asc(publishingChannels.id));
    for (const channel of channels) {
      signal.throwIfAborted();
      try {
        await readOf(ctx, channel, signal);
      } catch (error) {
        // Also of a service that is not in use any more: the other accounts are read all the same.
        if (!(error instanceof ProviderFailure) && !(error instanceof ExpectedError)) throw error;
        ctx.log.warn({ err: error, adapter: channel.adapter }, 'figures could not be read');
      }
    }
  };
}

async function readOf(ctx: ServerContext, channel: ChannelRow, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  const { channelId, state, remote, publishedAt, figuresAt } = publishingPosts;
  const since = new Date(now.getTime() - DAYS * 24 * 60 * 60_000);
  const isDue = sql`(${figuresAt} is null or ${now.toISOString()}::timestamptz - ${figuresAt} >
    greatest(${LEAST_MINUTES} * interval '1 minute', (${figuresAt} - ${publishedAt}) / 10))`;
  const posts = await ctx.db.orm
    .select()
    .from(publishingPosts)
    .where(and(eq(channelId, channel.id), eq(state, 'published'), isNotNull(remote), gt(publishedAt, since), isDue))
    .orderBy(sql`${figuresAt} asc nulls first`)
    .limit(MOST);
  if (posts.length === 0) return;
  const names = posts.flatMap((post) => post.remote ?? []);
  const found = await withTokens(ctx, channel, async (provider, tokens) => provider.figures?.(names, tokens, signal));
  if (found === undefined) return;
  await ctx.db.transaction(async (tx) => {
    for (const post of posts) {
      // Not always the account’s own: sub-accounts post there, too.
      const { accountId } = post;
      const figures = found.get(post.remote ?? '') ?? post.figures ?? UNKNOWN;
      const own = eq(publishingPosts.id, post.id);
      await tx.scope(accountId).update(publishingPosts, own, { figures, figuresAt: now });
      const isNews = JSON.stringify(figures) !== JSON.stringify(post.figures);
      if (isNews) await tx.scope(accountId).insert(publishingFigures, { postId: post.id, at: now, ...figures });
    }
    for (const [taskId, accountId] of new Map(posts.map((post) => [post.taskId, post.accountId]))) {
      await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId } });
    }
  });
}

const UNKNOWN: ChannelFigures = { views: null, likes: null, comments: null, shares: null };
