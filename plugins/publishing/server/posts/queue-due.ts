import { and, asc, eq, inArray, isNull, lte, notInArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

import { WATCH_CHANNELS } from '../channels/watch-channels.ts';
import { publishingChannels, publishingPosts, publishingTasks } from '../tables.ts';
import { endPost, OVER } from './end-post.ts';
import { decideOverdue } from './overdue.ts';
import { READ_FIGURES } from './read-figures.ts';
import { queuePosts, SOON_MILLISECONDS } from './publish-posts.ts';

/** The job that queues posts whose time is near, once a minute. */
export const QUEUE_DUE = 'publishing.due';

/** Posts of one transaction. */
const CHUNK = 500;
const KEEP_LOOKS = 2 * 24 * 60 * 60 * 1000;
export function queueDue(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const waiting = new Map<string, number>();
    while ((await queueSome(ctx, waiting)) > 0) signal.throwIfAborted();
    while ((await endStuck(ctx)) > 0) signal.throwIfAborted();
  };
}

/**
 * Queues posts whose time is near; several may do so at once.
 * @param waiting how many of each account go out late already
 * @returns how many were looked at
 */
export async function queueSome(ctx: ServerContext, waiting: Map<string, number>): Promise<number> {
  return await ctx.db.transaction(async (tx) => await queueReady(ctx, tx, CHUNK, waiting));
}

/** Queues what is due of a task, or of all, that is not held back. @returns how many were looked at */
export async function queueReady(
  ctx: ServerContext,
  tx: Tx,
  most: number,
  waiting: Map<string, number>,
  taskId?: string,
): Promise<number> {
  const soon = new Date(ctx.clock.now().getTime() + SOON_MILLISECONDS);
  const { when, zone } = publishingTasks;
  const rows = await tx.orm
    .select({ post: publishingPosts, when, zone, overdue: publishingChannels.overdue })
    .from(publishingPosts)
    .innerJoin(publishingTasks, eq(publishingTasks.id, publishingPosts.taskId))
    .leftJoin(publishingChannels, eq(publishingChannels.id, publishingPosts.channelId))
    .where(
      and(
        eq(publishingPosts.state, 'planned'),
        eq(publishingPosts.isQueued, false),
        isNull(publishingPosts.askedAt),
        lte(publishingPosts.at, soon),
        eq(publishingTasks.isPaused, false),
        taskId === undefined ? undefined : eq(publishingPosts.taskId, taskId),
      ),
    )
    .orderBy(asc(publishingPosts.at), asc(publishingPosts.id))
    .limit(most)
    .for('update', { of: publishingPosts, skipLocked: true });
  const due = rows.map(({ overdue, ...row }) => ({ ...row, overdue: overdue ?? 'now' }));
  const queued = await decideOverdue(ctx, tx, due, waiting);
  for (const [accountId, posts] of Map.groupBy(queued, (post) => post.accountId)) {
    await queuePosts(ctx, tx, accountId, posts);
  }
  return rows.length;
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
      const alone = post.state === 'handover' ? 'publishing:cause.waited' : 'publishing:cause.stuck';
      const nobody = post.askedAt === null || post.state === 'handover' ? alone : 'publishing:cause.unanswered';
      const there = post.state === 'inbox' ? 'publishing:cause.inbox' : 'publishing:cause.unclear';
      const code = mayBeThere ? there : nobody;
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
  const over = and(
    inArray(job, [QUEUE_DUE, READ_FIGURES, WATCH_CHANNELS]),
    eq(state, 'succeeded'),
    lte(updatedAt, before),
  );
  return (await db.orm.delete(coreTasks).where(over)).rowCount ?? 0;
}
