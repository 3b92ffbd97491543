import { eq } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { publishingPosts, publishingTasks, type PostCause } from '../tables.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import type { PostRow } from './end-post.ts';
import { askOwner, LATE_MILLISECONDS, nextTimesOf, tell, type TaskTimes } from './overdue.ts';
import { endFailed, goOn, lockOwn, pauseOf, UPLOAD_MILLISECONDS, type Attempt } from './post-attempt.ts';
import { START_MILLISECONDS } from './publish-posts.ts';
import { dayIn } from './times.ts';

/** An account’s platform takes no more of it for now, such as when somebody has posted elsewhere. */
export class NoRoom extends Error {}

/** How long a post is put off in all before it fails. */
const MOST_MILLISECONDS = 7 * 24 * 60 * 60_000;

/** What a post waits for that its platform has no room for, or limits for a while. */
const WAITS = {
  now: 'publishing:wait.room',
  limited: 'publishing:wait.limited',
  next: 'publishing:wait.moved',
  ask: 'publishing:wait.asked',
} as const;
const waitSchema = z.object({ code: z.enum(Object.values(WAITS)), params: z.object({ since: z.iso.datetime() }) });

/** Since when a post is put off; null for one that is not. */
function sinceOf(cause: PostCause | null): Date | null {
  const read = waitSchema.safeParse(cause);
  return read.success ? new Date(read.data.params.since) : null;
}

/** Why a post waits. @param until when it goes on, where the platform says so */
export function waitOf(
  { clock }: Pick<ServerContext, 'clock'>,
  { channelName, cause }: Pick<PostRow, 'channelName' | 'cause'>,
  rule: keyof typeof WAITS,
  until: Date | null = null,
): PostCause {
  const since = (sinceOf(cause) ?? clock.now()).toISOString();
  const params = { channel: channelName, since, ...(until === null ? {} : { until: until.toISOString() }) };
  return { code: WAITS[rule], params, next: 'retry' };
}

async function timesOfTask({ db }: Pick<ServerContext, 'db'>, { taskId }: PostRow): Promise<TaskTimes | undefined> {
  const { id, when, zone } = publishingTasks;
  const [task] = await db.orm.select({ when, zone }).from(publishingTasks).where(eq(id, taskId));
  return task;
}

/** Whether what is left today says nothing of a post, since its time is on another day of its account. */
export async function isOtherDay(ctx: ServerContext, post: PostRow, { slots }: ChannelRow): Promise<boolean> {
  const now = ctx.clock.now();
  if (post.at <= now) return false;
  const zone = slots?.zone ?? (await timesOfTask(ctx, post))?.zone;
  if (zone === undefined) return false;
  const day = dayIn(zone);
  return day(post.at) !== day(now);
}

/**
 * Has a post wait that its platform has no room for, as its account has it for what misses its time: as it is, until there
 * is room; for the next time of its task; or until its owner has decided. What the platform limits for some minutes only
 * just waits for these.
 */
export async function waitForRoom(attempt: Attempt, channel: ChannelRow, why: NoRoom | ProviderFailure): Promise<void> {
  const { ctx, post, before: cause } = attempt;
  const now = ctx.clock.now();
  const isLimit = why instanceof ProviderFailure;
  const until = isLimit && why.until !== null && why.until > now ? why.until : null;
  const since = sinceOf(cause) ?? now;
  const isShort = isLimit && (until ?? now).getTime() - since.getTime() <= LATE_MILLISECONDS;
  const waits = isShort ? 'room' : await putOff(attempt, channel, { since, until });
  if (waits === null) return;
  const wait = Math.max(pauseOf(ctx, post), (until?.getTime() ?? 0) - now.getTime());
  const deadline = until === null ? post.deadline : deadlineBehind(post, until);
  const goesOn = now.getTime() + wait;
  if (waits === 'over' || goesOn >= deadline.getTime() || goesOn - since.getTime() > MOST_MILLISECONDS) {
    const params = { channel: post.channelName, ...(until === null ? {} : { until: until.toISOString() }) };
    return await endFailed(attempt, { code: 'publishing:cause.limited', params, next: 'retry' });
  }
  // What its owner has decided about stays decided.
  const rule = isLimit && cause?.code !== WAITS.now ? 'limited' : 'now';
  // What may be there already is not called off as if it were not.
  const state = post.committedAt === null && post.state === 'uploading' ? ({ state: 'planned' } as const) : {};
  await goOn(attempt, wait, { ...state, deadline, cause: waitOf(ctx, { ...post, cause }, rule, until) });
}

/** A wait that its platform has named does not count as standing still. */
function deadlineBehind({ deadline, committedAt }: PostRow, until: Date): Date {
  const most = committedAt === null ? START_MILLISECONDS : UPLOAD_MILLISECONDS;
  return new Date(Math.max(deadline.getTime(), until.getTime() + most));
}

/** @returns what it waits for as it is, until there is room; null for one that was put off, or has waited for too long */
async function putOff(
  attempt: Attempt,
  { overdue }: ChannelRow,
  { since, until }: { since: Date; until: Date | null },
): Promise<'room' | 'over' | null> {
  const { ctx, post, before: cause, run } = attempt;
  const now = ctx.clock.now();
  if (now.getTime() - since.getTime() > MOST_MILLISECONDS) return 'over';
  // Its owner was asked already, and has decided so; or it may be there, and is looked for where it is.
  if (overdue === 'now' || cause?.code === WAITS.now || post.committedAt !== null) return 'room';
  const at = overdue === 'next' ? await nextTime(ctx, post, until ?? now) : null;
  if (at === undefined) return 'room';
  await run.complete(async (tx) => {
    const row = await lockOwn(attempt, tx);
    if (row === undefined) return;
    const wait = waitOf(ctx, { ...row, cause }, overdue, until);
    const values = { state: 'planned', isQueued: false, claim: null, cause: wait } as const;
    if (at === null) return await askOwner(ctx, tx, [row], values);
    const deadline = new Date(at.getTime() + START_MILLISECONDS);
    await tx.scope(row.accountId).update(publishingPosts, eq(publishingPosts.id, row.id), { ...values, at, deadline });
    await tell(ctx, tx, row);
  });
  return null;
}

/** @returns undefined where its task has no further times */
async function nextTime(ctx: ServerContext, post: PostRow, now: Date): Promise<Date | undefined> {
  const task = await timesOfTask(ctx, post);
  const times = task && (await nextTimesOf(ctx.db, post, { ...task, count: 1, now }));
  return times?.[0];
}
