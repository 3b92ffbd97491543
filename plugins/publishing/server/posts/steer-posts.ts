import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import { MAX_POSTS } from '#plugins/publishing/plan-calls.ts';
import { publishingChannels, publishingPosts, publishingTasks } from '../tables.ts';
import { confirmPost } from './confirm-post.ts';
import { cancelPosts, holderOf, WAITING, type PostRow } from './end-post.ts';
import { ownTask } from './list-posts.ts';
import { APART_MILLISECONDS, decideOverdue } from './overdue.ts';
import { waitOf } from './put-off.ts';
import { picturesOf } from './post-cover.ts';
import { failedFor, type CauseKey } from './task-causes.ts';
import { queueReady } from './queue-due.ts';
import { HANDOVER_MILLISECONDS } from './post-attempt.ts';
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
    const own = eq(publishingPosts.accountId, accountId);
    const ofTask = eq(publishingPosts.taskId, id);
    if (step === 'cancel') {
      await cancelPosts(ctx, tx, and(own, ofTask, inArray(publishingPosts.state, [...WAITING])));
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
 * Tries those posts of a task once more that have failed for one cause.
 * @throws as {@link steerTask}
 */
export async function retryCause(ctx: ServerContext, { accountId, id }: Own, cause: CauseKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await ownTask(tx, accountId, id);
    await retryPosts(ctx, tx, accountId, await locked(tx, accountId, failedFor(id, cause)));
  });
}

/**
 * @returns the post as it is then
 * @throws expected `publishing:post.missing` (404); `publishing:post.gone-out` (409) for one that cannot be called off any
 *   more, `publishing:post.not-over` (409) for one that has not ended; `publishing:nothing` (409) when its video is gone;
 *   what {@link confirmPost} says
 */
export async function steerPost(
  ctx: ServerContext,
  { accountId, id }: Own,
  step: 'cancel' | 'retry' | 'there',
): Promise<PostRow> {
  return await ctx.db.transaction(async (tx) => {
    const [row] = await locked(tx, accountId, eq(publishingPosts.id, id));
    if (row === undefined) return fail('publishing:post.missing', {}, { kind: 'not-found' });
    if (step === 'there') {
      await confirmPost(ctx, tx, row);
      return await ownPost(tx, accountId, id);
    }
    const may: readonly string[] = step === 'cancel' ? WAITING : AGAIN;
    if (!may.includes(row.state)) {
      fail(step === 'cancel' ? 'publishing:post.gone-out' : 'publishing:post.not-over', {}, { kind: 'conflict' });
    }
    if (step === 'cancel') await cancelPosts(ctx, tx, eq(publishingPosts.id, row.id));
    else await retryPosts(ctx, tx, accountId, [row]);
    return await ownPost(tx, accountId, id);
  });
}

/**
 * Decides about posts of a task whose time has passed while nothing could go out, and whose owner was asked.
 * @throws expected `publishing:task.missing` (404)
 */
export async function answerOverdue(
  ctx: ServerContext,
  { accountId, id }: Own,
  answer: 'now' | 'next' | 'cancel',
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { when, zone } = await ownTask(tx, accountId, id);
    const { taskId, state, askedAt } = publishingPosts;
    const asked = and(eq(taskId, id), eq(state, 'planned'), isNotNull(askedAt));
    if (answer === 'cancel') await cancelPosts(ctx, tx, asked);
    else {
      const rows = await locked(tx, accountId, asked);
      const ids = rows.map((row) => row.id);
      if (ids.length > 0) await write(tx, accountId, ids, { askedAt: null, cause: null });
      for (const row of rows) {
        // It waits until there is room, without asking again.
        const isPutOff = answer === 'now' && row.cause !== null;
        if (isPutOff) await write(tx, accountId, [row.id], { cause: waitOf(ctx, row, 'now') });
      }
      const due = rows.map((post) => ({ post, when, zone, overdue: answer }));
      await queuePosts(ctx, tx, accountId, await decideOverdue(ctx, tx, due, new Map()));
    }
    await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId: id } });
  });
}

/** @throws expected `publishing:post.missing` (404), `publishing:post.gone-out` (409) */
export async function movePost(ctx: ServerContext, { accountId, id }: Own, at: Date): Promise<PostRow> {
  return await ctx.db.transaction(async (tx) => {
    const [row] = await locked(tx, accountId, eq(publishingPosts.id, id));
    if (row === undefined) return fail('publishing:post.missing', {}, { kind: 'not-found' });
    // What waits for somebody with a phone has not gone out either.
    const may: readonly string[] = WAITING;
    if (!may.includes(row.state)) fail('publishing:post.gone-out', {}, { kind: 'conflict' });
    const now = ctx.clock.now();
    const time = at > now ? at : now;
    const round = row.round + 1;
    const deadline = new Date(time.getTime() + START_MILLISECONDS);
    await write(tx, accountId, [id], {
      ...{ state: 'planned', at: time, round, deadline, isQueued: false, claim: null, askedAt: null },
      cause: null,
    });
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

/**
 * Plans posts of one task anew for the time that is yet to come, or for now: those of one account a minute apart. Those
 * whose account or video is gone are left out, unless there are no others.
 */
async function retryPosts(ctx: ServerContext, tx: Tx, accountId: string, rows: readonly PostRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { taskId } = first;
  const filesOf = (row: PostRow): string[] => [row.fileId, ...picturesOf([row.cover])];
  const held = new Set(await ctx.files.hold(tx, accountId, [...new Set(rows.flatMap(filesOf))], holderOf(taskId)));
  const able = rows.filter((row) => row.channelId !== null && filesOf(row).every((file) => held.has(file)));
  if (able.length === 0) {
    fail(first.channelId === null ? 'publishing:post.no-channel' : 'publishing:nothing', {}, { kind: 'conflict' });
  }
  const now = ctx.clock.now();
  const again = [];
  const waiting = new Map<string, number>();
  const lookedFor = await channelsThatFind(ctx, tx, able);
  for (const row of able) {
    const number = waiting.get(row.channelId ?? '') ?? 0;
    if (row.at <= now) waiting.set(row.channelId ?? '', number + 1);
    const at = row.at > now ? row.at : new Date(now.getTime() + number * APART_MILLISECONDS);
    // A platform knows a draft that nobody has published as one in the inbox for ever: its owner has looked.
    const isLookedFor =
      row.committedAt === null || (lookedFor.has(row.channelId ?? '') && row.cause?.code !== 'publishing:cause.inbox');
    const [post] = await write(tx, accountId, [row.id], {
      ...{ state: 'planned', at, round: row.round + 1, cause: null, claim: null, isQueued: false, remote: null },
      ...{ askedAt: null, startedAt: null, progress: 0 },
      ...{ deadline: new Date(at.getTime() + START_MILLISECONDS), holdId: null },
      ...(isLookedFor ? {} : { committedAt: null, saved: null }),
    });
    if (post !== undefined) again.push(post);
  }
  await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId } });
  await startPosts(ctx, tx, accountId, again);
}

/**
 * The accounts of posts whose platform says by itself whether a post is there, or may: a service that is not in use, or
 * cannot be opened, is asked once it is back. Of others their owner has looked, and says that it is not.
 */
async function channelsThatFind(
  { providers }: ServerContext,
  tx: Tx,
  rows: readonly PostRow[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ committedAt, channelId }) => (committedAt === null ? [] : (channelId ?? [])));
  if (ids.length === 0) return new Set();
  const { id, adapter } = publishingChannels;
  const known = await tx.orm
    .select({ id, adapter })
    .from(publishingChannels)
    .where(inArray(id, [...new Set(ids)]));
  const services = await Promise.allSettled(known.map(({ adapter }) => providers.one('channels', adapter)));
  return new Set(
    known.flatMap((channel, at) => {
      const service = services[at];
      return service?.status === 'fulfilled' && service.value.provider.find === undefined ? [] : channel.id;
    }),
  );
}

async function pauseTask(ctx: ServerContext, tx: Tx, { accountId, id }: Own, isPaused: boolean): Promise<void> {
  await tx.scope(accountId).update(publishingTasks, eq(publishingTasks.id, id), { isPaused });
  if (isPaused) return;
  const waiting = new Map<string, number>();
  while ((await queueReady(ctx, tx, MAX_POSTS, waiting, id)) > 0);
  const handedOver = await locked(
    tx,
    accountId,
    and(eq(publishingPosts.taskId, id), eq(publishingPosts.state, 'handover')),
  );
  const deadline = new Date(ctx.clock.now().getTime() + HANDOVER_MILLISECONDS);
  await write(
    tx,
    accountId,
    handedOver.map((row) => row.id),
    { deadline },
  );
}
