import { and, asc, eq, inArray, lte } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import { publishingChannels, publishingPosts, publishingTasks } from '../tables.ts';
import { cancelPosts, holderOf, WAITING, type PostRow } from './end-post.ts';
import { ownTask } from './list-posts.ts';
import { queuePosts, SOON_MILLISECONDS, START_MILLISECONDS, startPosts } from './publish-posts.ts';

interface Own {
  accountId: string;
  id: string;
}

/**
 * Holds back what has not gone out, lets it go on, calls it off, or tries what failed once more.
 * @throws expected `publishing:task.missing` (404), and as {@link steerPost}
 */
export async function steerTask(
  ctx: ServerContext,
  { accountId, id }: Own,
  step: 'pause' | 'resume' | 'cancel' | 'retry',
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await ownTask(tx, accountId, id);
    const ofTask = eq(publishingPosts.taskId, id);
    if (step === 'cancel') {
      await cancelPosts(ctx, tx, accountId, and(ofTask, inArray(publishingPosts.state, [...WAITING])));
    } else if (step === 'retry') {
      await retryPosts(
        ctx,
        tx,
        accountId,
        await locked(tx, accountId, and(ofTask, inArray(publishingPosts.state, [...AGAIN]))),
      );
    } else await pauseTask(ctx, tx, { accountId, id }, step === 'pause');
    await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId: id } });
  });
}

/**
 * @returns the post as it is then
 * @throws expected `publishing:post.missing` (404); `publishing:post.gone-out` (409) for one that cannot be called off any
 *   more, `publishing:post.not-over` (409) for one that has not ended; `publishing:nothing` (409) when its video is gone
 */
export async function steerPost(
  ctx: ServerContext,
  { accountId, id }: Own,
  step: 'cancel' | 'retry',
): Promise<PostRow> {
  return await ctx.db.transaction(async (tx) => {
    const [row] = await locked(tx, accountId, eq(publishingPosts.id, id));
    if (row === undefined) return fail('publishing:post.missing', {}, { kind: 'not-found' });
    const may: readonly string[] = step === 'cancel' ? WAITING : AGAIN;
    if (!may.includes(row.state)) {
      fail(step === 'cancel' ? 'publishing:post.gone-out' : 'publishing:post.not-over', {}, { kind: 'conflict' });
    }
    if (step === 'cancel') await cancelPosts(ctx, tx, accountId, eq(publishingPosts.id, id));
    else await retryPosts(ctx, tx, accountId, [row]);
    return await ownPost(tx, accountId, id);
  });
}

/** @throws expected `publishing:post.missing` (404), `publishing:post.gone-out` (409) */
export async function movePost(ctx: ServerContext, { accountId, id }: Own, at: Date): Promise<PostRow> {
  return await ctx.db.transaction(async (tx) => {
    const [row] = await locked(tx, accountId, eq(publishingPosts.id, id));
    if (row === undefined) return fail('publishing:post.missing', {}, { kind: 'not-found' });
    if (row.state !== 'planned') fail('publishing:post.gone-out', {}, { kind: 'conflict' });
    const now = ctx.clock.now();
    const time = at > now ? at : now;
    const round = row.round + 1;
    const deadline = new Date(time.getTime() + START_MILLISECONDS);
    await write(tx, accountId, [id], { at: time, round, deadline, isQueued: false, claim: null });
    if (time.getTime() - now.getTime() <= SOON_MILLISECONDS) {
      await queuePosts(ctx, tx, accountId, [{ id, taskId: row.taskId, at: time, round }]);
    }
    await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId: row.taskId } });
    return await ownPost(tx, accountId, id);
  });
}

const AGAIN = ['failed', 'cancelled'] as const;

async function locked(tx: Tx, accountId: string, where: Parameters<typeof and>[0]): Promise<PostRow[]> {
  return await tx.orm
    .select()
    .from(publishingPosts)
    .where(and(eq(publishingPosts.accountId, accountId), where))
    .orderBy(asc(publishingPosts.id))
    .for('update');
}

async function ownPost(tx: Tx, accountId: string, id: string): Promise<PostRow> {
  const row = await tx.scope(accountId).find(publishingPosts, eq(publishingPosts.id, id));
  return row ?? fail('publishing:post.missing', {}, { kind: 'not-found' });
}

const write = (tx: Tx, accountId: string, ids: readonly string[], values: Partial<PostRow>) =>
  tx.scope(accountId).update(publishingPosts, inArray(publishingPosts.id, [...ids]), values);

/** Plans posts anew for now, or for the time that is yet to come. */
async function retryPosts(ctx: ServerContext, tx: Tx, accountId: string, rows: readonly PostRow[]): Promise<void> {
  const now = ctx.clock.now();
  const again = [];
  for (const row of rows) {
    if (row.channelId === null) fail('publishing:post.no-channel', {}, { kind: 'conflict' });
    const held = await ctx.files.hold(tx, accountId, [row.fileId], holderOf(row.taskId));
    if (held.length === 0) fail('publishing:nothing', {}, { kind: 'conflict' });
    const at = row.at > now ? row.at : now;
    const [post] = await write(tx, accountId, [row.id], {
      ...{ state: 'planned', at, round: row.round + 1, cause: null, claim: null, isQueued: false, remote: null },
      ...{ deadline: new Date(at.getTime() + START_MILLISECONDS), holdId: null },
      ...((await canBeFound(ctx, row)) ? {} : { committedAt: null, saved: null }),
    });
    if (post !== undefined) again.push(post);
    await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId: row.taskId } });
  }
  await startPosts(ctx, tx, accountId, again);
}

/** Whether the platform says by itself whether a post is there. Otherwise its owner has looked, and says that it is not. */
async function canBeFound({ db, providers }: ServerContext, { channelId, committedAt }: PostRow): Promise<boolean> {
  if (committedAt === null || channelId === null) return true;
  const [channel] = await db.orm.select().from(publishingChannels).where(eq(publishingChannels.id, channelId));
  if (channel === undefined) return true;
  return (await providers.one('channels', channel.adapter)).provider.find !== undefined;
}

async function pauseTask(ctx: ServerContext, tx: Tx, { accountId, id }: Own, isPaused: boolean): Promise<void> {
  await tx.scope(accountId).update(publishingTasks, eq(publishingTasks.id, id), { isPaused });
  if (isPaused) return;
  const soon = new Date(ctx.clock.now().getTime() + SOON_MILLISECONDS);
  const due = and(
    eq(publishingPosts.taskId, id),
    eq(publishingPosts.state, 'planned'),
    eq(publishingPosts.isQueued, false),
    lte(publishingPosts.at, soon),
  );
  const rows = await locked(tx, accountId, due);
  for (const row of rows) {
    // Its deadline ran on meanwhile.
    await write(tx, accountId, [row.id], { deadline: new Date(soon.getTime() + START_MILLISECONDS) });
  }
  await queuePosts(ctx, tx, accountId, rows);
}
