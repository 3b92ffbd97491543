import { eq } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { USUAL_ZONE } from '#plugins/publishing/channel-calls.ts';
import { publishingPosts, publishingTasks, type PostCause } from '../tables.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import type { PostRow } from './end-post.ts';
import { askOwner, nextTimesOf, tell } from './overdue.ts';
import { lockOwn, type Attempt } from './post-attempt.ts';
import { START_MILLISECONDS } from './publish-posts.ts';
import { dayIn } from './times.ts';

/** An account’s platform takes no more of it for now, such as when somebody has posted elsewhere. */
export class NoRoom extends Error {}

/** How long a post is put off in all before it fails. */
const MOST_MILLISECONDS = 7 * 24 * 60 * 60_000;

/** What a post waits for that its platform has no room for. */
const WAITS = { now: 'publishing:wait.room', next: 'publishing:wait.moved', ask: 'publishing:wait.asked' } as const;
const waitSchema = z.object({ code: z.enum(Object.values(WAITS)), params: z.object({ since: z.iso.datetime() }) });

/** Since when a post is put off; null for one that is not. */
function sinceOf({ cause }: PostRow): Date | null {
  const read = waitSchema.safeParse(cause);
  return read.success ? new Date(read.data.params.since) : null;
}

/** Why a post waits. */
export function waitOf({ clock }: Pick<ServerContext, 'clock'>, post: PostRow, rule: keyof typeof WAITS): PostCause {
  const since = (sinceOf(post) ?? clock.now()).toISOString();
  return { code: WAITS[rule], params: { channel: post.channelName, since }, next: 'retry' };
}

/** Whether what is left today says nothing of a post, since its time is on another day. */
export function isOtherDay({ clock }: Pick<ServerContext, 'clock'>, { at }: PostRow, { slots }: ChannelRow): boolean {
  const day = dayIn(slots?.zone ?? USUAL_ZONE);
  return at > clock.now() && day(at) !== day(clock.now());
}

/**
 * Puts a post off that its platform has no room for, as its account has it for what misses its time: to the next time of
 * its task, or until its owner has decided.
 * @returns what it waits for as it is, until there is room; null for one that was put off, or has waited for too long
 */
export async function putOff(attempt: Attempt, { overdue }: ChannelRow): Promise<'room' | 'over' | null> {
  const { ctx, post, run } = attempt;
  const now = ctx.clock.now();
  const since = sinceOf(post) ?? now;
  if (now.getTime() - since.getTime() > MOST_MILLISECONDS) return 'over';
  // Its owner was asked already, and has decided so.
  if (overdue === 'now' || post.cause?.code === WAITS.now) return 'room';
  const at = overdue === 'next' ? await nextTime(ctx, post) : null;
  if (at === undefined) return 'room';
  await run.complete(async (tx) => {
    const row = await lockOwn(attempt, tx);
    if (row === undefined) return;
    const values = { state: 'planned', isQueued: false, claim: null, cause: waitOf(ctx, row, overdue) } as const;
    if (at === null) return await askOwner(ctx, tx, [row], values);
    const deadline = new Date(at.getTime() + START_MILLISECONDS);
    await tx.scope(row.accountId).update(publishingPosts, eq(publishingPosts.id, row.id), { ...values, at, deadline });
    await tell(ctx, tx, row);
  });
  return null;
}

/** @returns undefined where its task has no further times */
async function nextTime({ db, clock }: ServerContext, post: PostRow): Promise<Date | undefined> {
  const { id, when } = publishingTasks;
  const [task] = await db.orm.select({ when }).from(publishingTasks).where(eq(id, post.taskId));
  const times = task && (await nextTimesOf(db, post, { when: task.when, count: 1, now: clock.now() }));
  return times?.[0];
}
