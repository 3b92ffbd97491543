import { and, eq, not, notInArray, sql } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobRun } from '#core/server/services/jobs/jobs.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import type { ChannelRow } from '../channels/channel-tokens.ts';
import { usableChannels } from '../channels/channel-users.ts';
import { publishingChannels, publishingPosts, publishingTasks, type PostCause } from '../tables.ts';
import { endPost, OVER, type PostRow } from './end-post.ts';
import { ADVANCE_POST, ATTEMPTS, type PostJob } from './publish-posts.ts';

/** How long a post waits for whoever posts it by hand. */
export const HANDOVER_MILLISECONDS = 7 * 24 * 60 * 60_000;

/** How long the bytes of a post go out before it counts as stuck. */
export const UPLOAD_MILLISECONDS = 6 * 60 * 60_000;
/** How long to wait before the platform is asked again, at first and at most. */
const PAUSES = { first: 10_000, most: 10 * 60_000 };

/** The attempt does not own its post any more. */
export class Overtaken extends Error {}

/** Nothing is wrong; it goes on after a while, as what it is by then. */
export class Later extends Error {
  readonly milliseconds: number;
  readonly values: Partial<PostRow>;

  constructor(milliseconds: number, values: Partial<PostRow> = {}) {
    super();
    this.milliseconds = milliseconds;
    this.values = values;
  }
}

/** One attempt to take a post further. It owns the post until another one claims it. */
export interface Attempt {
  ctx: ServerContext;
  run: JobRun;
  claim: string;
  post: PostRow;
  channel: ChannelRow | undefined;
  /** Why the post has waited for this attempt; null for no reason. */
  before: PostCause | null;
}

export const isOver = ({ state }: PostRow): boolean => (OVER as readonly string[]).includes(state);

/** Takes a post over from earlier attempts. @returns undefined when there is nothing to do */
export async function claimPost(ctx: ServerContext, id: string, round: number, claim: string) {
  const { state, taskId } = publishingPosts;
  const ofRound = and(eq(publishingPosts.id, id), eq(publishingPosts.round, round));
  const { id: task, isPaused } = publishingTasks;
  const isHeldBack = sql`(${state} in ('planned', 'checked') and exists (
    select 1 from ${publishingTasks} where ${task} = ${taskId} and ${isPaused}))`;
  const [post] = await ctx.db.orm
    .update(publishingPosts)
    .set({ claim, isCheckedSoon: false })
    .where(and(ofRound, notInArray(state, [...OVER, 'handover']), not(isHeldBack)))
    .returning();
  if (post === undefined) {
    await ctx.db.orm.update(publishingPosts).set({ state: 'planned', isQueued: false }).where(and(ofRound, isHeldBack));
    return undefined;
  }
  const { accountId, channelId } = post;
  const [channel] =
    channelId === null ? [] : await usableChannels(ctx.db, accountId, eq(publishingChannels.id, channelId));
  return { post, channel };
}

/** Writes to the post as long as this attempt owns it. Pages are told of another state only. */
export async function writePost(attempt: Attempt, values: Partial<PostRow>): Promise<void> {
  const { ctx, post } = attempt;
  if ((values.state ?? post.state) === post.state) await writeOwn(attempt, ctx.db, values);
  else {
    await ctx.db.transaction(async (tx) => {
      await writeOwn(attempt, tx, values);
      await tell(ctx, tx, post);
    });
  }
  Object.assign(post, values);
}

async function writeOwn({ post, claim }: Attempt, tx: Tx, values: Partial<PostRow>): Promise<void> {
  const own = and(eq(publishingPosts.id, post.id), eq(publishingPosts.claim, claim));
  const written = await tx.orm.update(publishingPosts).set(values).where(own).returning({ id: publishingPosts.id });
  if (written.length === 0) throw new Overtaken();
}

/** Between two of what is kept of an upload. */
const PROGRESS_MILLISECONDS = 2_000;

/** Keeps how far an upload is, so that pages show it. */
export function progressWriter(attempt: Attempt): (done: number) => void {
  const { ctx, post } = attempt;
  const { accountId, taskId } = post;
  let last = 0;
  return (progress) => {
    const now = ctx.clock.now().getTime();
    // The end is written with what follows it.
    if (progress >= 1 || now - last < PROGRESS_MILLISECONDS) return;
    last = now;
    // Nothing depends on it; an attempt that was overtaken finds out with what does.
    writePost(attempt, { progress })
      .then(() => ctx.events.hint(postsChanged, { accountId, data: { taskId } }))
      .catch((error: unknown) =>
        ctx.log.debug({ err: error, post: post.id }, 'how far a post is could not be written'),
      );
  };
}

const tell = (ctx: ServerContext, tx: Tx, { accountId, taskId }: PostRow) =>
  ctx.events.publish(tx, postsChanged, { accountId, data: { taskId } });

export const soon = ({ clock }: ServerContext, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);

/** The longer the platform takes, the less often it is asked. */
export function pauseOf({ clock }: ServerContext, { at }: PostRow): number {
  const waited = Math.max(0, clock.now().getTime() - at.getTime());
  return Math.min(PAUSES.most, Math.max(PAUSES.first, waited / 6));
}

/** The post as it is now, if this attempt still owns it and it has not ended. */
export async function lockOwn({ post, claim }: Attempt, tx: Tx): Promise<PostRow | undefined> {
  const own = and(eq(publishingPosts.id, post.id), eq(publishingPosts.claim, claim));
  const [row] = await tx.orm.select().from(publishingPosts).where(own).for('update');
  return row === undefined || isOver(row) ? undefined : row;
}

/** Ends the post without a result. */
export async function endFailed(attempt: Attempt, why: PostCause): Promise<void> {
  await attempt.run.complete(async (tx) => {
    const row = await lockOwn(attempt, tx);
    if (row !== undefined) await endPost(attempt.ctx, tx, row, { state: 'failed', cause: why });
  });
}

/** Queues the next step. */
export async function goOn(attempt: Attempt, milliseconds: number, values: Partial<PostRow> = {}): Promise<void> {
  const { ctx, run, post, claim } = attempt;
  await run.complete(async (tx) => {
    const { id, accountId, taskId, round, state } = post;
    const own = and(
      eq(publishingPosts.id, id),
      eq(publishingPosts.claim, claim),
      notInArray(publishingPosts.state, [...OVER]),
    );
    const written = await tx.orm
      .update(publishingPosts)
      .set({ claim, ...values })
      .where(own)
      .returning({ id: publishingPosts.id });
    if (written.length === 0) return;
    if ((values.state ?? state) !== state) await tell(ctx, tx, post);
    const payload: PostJob = { postId: id, round };
    const startAfter = soon(ctx, milliseconds);
    await ctx.jobs.enqueueMany(tx, ADVANCE_POST, [
      { accountId, payload, subjectId: taskId, startAfter, attempts: ATTEMPTS },
    ]);
  });
}
