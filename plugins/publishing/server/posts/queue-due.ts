import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

import { publishingPosts, publishingTasks } from '../tables.ts';
import { endPost, OVER } from './end-post.ts';
import { READ_FIGURES } from './read-figures.ts';
import { queuePosts, SOON_MILLISECONDS } from './publish-posts.ts';

/** The job that queues posts whose time is near, once a minute. */
export const QUEUE_DUE = 'publishing.due';

/** Posts of one transaction. */
const CHUNK = 500;
const KEEP_LOOKS = 2 * 24 * 60 * 60 * 1000;
/** So late, something has stood still: what has piled up on an account goes out one by one. */
const LATE_MILLISECONDS = 10 * 60_000;
/** Between two of those on one account. */
const APART_MILLISECONDS = 60_000;

export function queueDue(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    while ((await queueSome(ctx)) > 0) signal.throwIfAborted();
    while ((await endStuck(ctx)) > 0) signal.throwIfAborted();
  };
}

/** Queues posts whose time is near; several may do so at once. @returns how many */
export async function queueSome(ctx: ServerContext): Promise<number> {
  const now = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const rows = await tx.orm
      .select({ post: publishingPosts })
      .from(publishingPosts)
      .innerJoin(publishingTasks, eq(publishingTasks.id, publishingPosts.taskId))
      .where(
        and(
          eq(publishingPosts.state, 'planned'),
          eq(publishingPosts.isQueued, false),
          lte(publishingPosts.at, new Date(now.getTime() + SOON_MILLISECONDS)),
          eq(publishingTasks.isPaused, false),
        ),
      )
      .orderBy(asc(publishingPosts.at), asc(publishingPosts.id))
      .limit(CHUNK)
      .for('update', { of: publishingPosts, skipLocked: true });
    const late = new Date(now.getTime() - LATE_MILLISECONDS);
    const waiting = new Map<string, number>();
    const timed = rows.map(({ post }) => {
      if (post.at > late) return post;
      const number = waiting.get(post.channelId ?? '') ?? 0;
      waiting.set(post.channelId ?? '', number + 1);
      return { ...post, at: new Date(now.getTime() + number * APART_MILLISECONDS) };
    });
    for (const [accountId, posts] of Map.groupBy(timed, (post) => post.accountId)) {
      await queuePosts(ctx, tx, accountId, posts);
    }
    return rows.length;
  });
}

/** Ends posts that have stood still beyond their deadlines. @returns how many */
async function endStuck(ctx: ServerContext): Promise<number> {
  return await ctx.db.transaction(async (tx) => {
    const rows = await tx.orm
      .select({ post: publishingPosts })
      .from(publishingPosts)
      .innerJoin(publishingTasks, eq(publishingTasks.id, publishingPosts.taskId))
      .where(
        and(
          notInArray(publishingPosts.state, [...OVER]),
          lte(publishingPosts.deadline, ctx.clock.now()),
          eq(publishingTasks.isPaused, false),
        ),
      )
      .orderBy(asc(publishingPosts.deadline))
      .limit(50)
      .for('update', { of: publishingPosts, skipLocked: true });
    for (const { post } of rows) {
      // What may be there already is looked for by its owner, who knows the account.
      const mayBeThere = post.committedAt !== null;
      const code = mayBeThere ? 'publishing:cause.unclear' : 'publishing:cause.stuck';
      const params = { channel: post.channelName };
      await endPost(ctx, tx, post, {
        state: 'failed',
        cause: { code, params, next: mayBeThere ? 'look' : 'retry' },
      });
    }
    return rows.length;
  });
}

/** Forgets the looks of days ago, of which there is one a minute. @returns how many */
export async function sweepLooks({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEEP_LOOKS);
  const { job, state, updatedAt } = coreTasks;
  const over = and(inArray(job, [QUEUE_DUE, READ_FIGURES]), eq(state, 'succeeded'), lte(updatedAt, before));
  return (await db.orm.delete(coreTasks).where(over)).rowCount ?? 0;
}
