import { and, eq, inArray, max } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import type { When } from '#plugins/publishing/plan-calls.ts';
import { publishingChannels, publishingPosts } from '../tables.ts';
import type { PostRow } from './end-post.ts';
import { START_MILLISECONDS, type QueuedPost } from './publish-posts.ts';
import { nextTimes, slotsOf } from './times.ts';

/** So late, something has stood still. */
export const LATE_MILLISECONDS = 10 * 60_000;
/** Between two posts of one account that go out late. */
export const APART_MILLISECONDS = 60_000;
/** How long an owner has to decide. */
const ANSWER_MILLISECONDS = 3 * 24 * 60 * 60_000;

/** The rule that the times of a task follow. */
export interface TaskTimes {
  when: When;
  /** Whose days count for accounts without a zone of their own. */
  zone: string;
}

/** A post whose time is near or over, with its task's rule of times and its account's rule for what is overdue. */
export interface DuePost extends TaskTimes {
  post: PostRow;
  overdue: 'now' | 'next' | 'ask';
}

/**
 * Decides about posts whose time has passed while nothing could go out, as their accounts have it, so that they never go
 * out all at once.
 * @param waiting how many of each account go out late already; counted on
 * @returns those that are to be queued, with their times
 */
export async function decideOverdue(
  ctx: ServerContext,
  tx: Tx,
  due: readonly DuePost[],
  waiting: Map<string, number>,
): Promise<(PostRow & QueuedPost)[]> {
  const now = ctx.clock.now();
  const late = new Date(now.getTime() - LATE_MILLISECONDS);
  // Their owner was asked, whether or not they are that late.
  const isLate = ({ post }: DuePost) => post.at <= late || post.askedAt !== null;
  const queued: (PostRow & QueuedPost)[] = due.filter((one) => !isLate(one)).map(({ post }) => post);
  const byRow = Map.groupBy(due.filter(isLate), ({ post }) => `${post.channelId} ${post.taskId}`);
  for (const row of byRow.values()) {
    const [{ overdue, when, zone, post: first } = { post: undefined }] = row;
    if (first === undefined) continue;
    const posts = row.map(({ post }) => post);
    if (overdue === 'ask') {
      await askOwner(ctx, tx, posts);
      continue;
    }
    const rule = { when, zone, count: posts.length, now };
    const times = overdue === 'next' ? await nextTimesOf(tx, first, rule) : null;
    for (const [place, post] of posts.entries()) {
      const number = waiting.get(post.channelId ?? '') ?? 0;
      const at = times?.[place] ?? new Date(now.getTime() + number * APART_MILLISECONDS);
      const deadline = new Date(at.getTime() + START_MILLISECONDS);
      if (times === null) {
        waiting.set(post.channelId ?? '', number + 1);
        await write(tx, post, { deadline });
        queued.push({ ...post, notBefore: at });
      } else await write(tx, post, { at, deadline });
    }
    if (times !== null) await tell(ctx, tx, first);
  }
  return queued;
}

/** Times of a task behind all that an account posts for it; null where it has no further ones. */
export async function nextTimesOf(
  tx: Tx,
  post: PostRow,
  { when, zone, count, now }: TaskTimes & { count: number; now: Date },
): Promise<Date[] | null> {
  const rule = when.kind === 'free' ? await ownSlots(tx, post, { from: when.from, zone }) : when;
  return nextTimes(rule, count, await lastTime(tx, post, now));
}

/** When the last post of a task goes out on an account that is still on time. */
async function lastTime(tx: Tx, { taskId, channelId, accountId }: PostRow, now: Date): Promise<Date> {
  const [row] = await tx.orm
    .select({ last: max(publishingPosts.at) })
    .from(publishingPosts)
    .where(
      and(
        eq(publishingPosts.accountId, accountId),
        eq(publishingPosts.taskId, taskId),
        channelId === null ? undefined : eq(publishingPosts.channelId, channelId),
        eq(publishingPosts.state, 'planned'),
      ),
    );
  const last = row?.last ?? now;
  return last > now ? last : now;
}

/** The times of the week that a post's account has now. */
async function ownSlots(tx: Tx, { channelId }: PostRow, { from, zone }: { from: string; zone: string }): Promise<When> {
  const [channel] =
    channelId === null
      ? []
      : await tx.orm.select().from(publishingChannels).where(eq(publishingChannels.id, channelId));
  return slotsOf({ slots: channel?.slots ?? null, zone }, from);
}

/** Has posts wait for what their owner decides. @param values what is written with that */
export async function askOwner(
  ctx: ServerContext,
  tx: Tx,
  posts: readonly PostRow[],
  values: Partial<PostRow> = {},
): Promise<void> {
  const now = ctx.clock.now();
  const ids = posts.map(({ id }) => id);
  await tx.orm
    .update(publishingPosts)
    .set({ ...values, askedAt: now, deadline: new Date(now.getTime() + ANSWER_MILLISECONDS) })
    .where(inArray(publishingPosts.id, ids));
  const [first] = posts;
  if (first !== undefined) await tell(ctx, tx, first);
}

const write = (tx: Tx, { id, accountId }: PostRow, values: Partial<PostRow>) =>
  tx.scope(accountId).update(publishingPosts, eq(publishingPosts.id, id), values);

export const tell = (ctx: ServerContext, tx: Tx, { accountId, taskId }: PostRow) =>
  ctx.events.publish(tx, postsChanged, { accountId, data: { taskId } });
