import { and, eq, sql } from 'drizzle-orm';

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

/** The attempt does not own its post any more. */
export class Overtaken extends Error {}

/** Nothing is wrong; it goes on after a while. */
export class Later extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super();
    this.milliseconds = milliseconds;
  }
}

/** One attempt to take a post further. It owns the post until another one claims it. */
export interface Attempt {
  ctx: ServerContext;
  run: JobRun;
  claim: string;
  post: PostRow;
  channel: ChannelRow | undefined;
}

export const isOver = ({ state }: PostRow): boolean => (OVER as readonly string[]).includes(state);

/** Takes a post over from earlier attempts. @returns undefined when there is nothing to do */
export async function claimPost(ctx: ServerContext, id: string, round: number, claim: string) {
  return await ctx.db.transaction(async (tx) => {
    const [post] = await tx.orm.select().from(publishingPosts).where(eq(publishingPosts.id, id)).for('update');
    const isDone = post === undefined || post.round !== round || isOver(post) || post.state === 'handover';
    if (isDone) return undefined;
    const [task] = await tx.orm.select().from(publishingTasks).where(eq(publishingTasks.id, post.taskId));
    if (task?.isPaused === true && post.state === 'planned') {
      await tx.orm.update(publishingPosts).set({ isQueued: false }).where(eq(publishingPosts.id, id));
      return undefined;
    }
    const values = { claim, isCheckedSoon: false };
    await tx.orm.update(publishingPosts).set(values).where(eq(publishingPosts.id, id));
    const [channel] =
      post.channelId === null
        ? []
        : await usableChannels(tx, post.accountId, eq(publishingChannels.id, post.channelId));
    return { post: { ...post, claim }, channel };
  });
}

/** Writes to the post as long as this attempt owns it. */
export async function writePost({ ctx, post, claim }: Attempt, values: Partial<PostRow>): Promise<void> {
  const own = and(eq(publishingPosts.id, post.id), eq(publishingPosts.claim, claim));
  await ctx.db.transaction(async (tx) => {
    const written = await tx.orm.update(publishingPosts).set(values).where(own).returning({ id: publishingPosts.id });
    if (written.length === 0) throw new Overtaken();
    const isNews = (values.state ?? post.state) !== post.state || values.progress !== undefined;
    if (isNews) await tell(ctx, tx, post);
  });
  Object.assign(post, values);
}

/** Told in steps of so much. */
const STEP = 0.05;

/** Keeps how far an upload is, so that pages show it. */
export function progressWriter(attempt: Attempt): (done: number) => void {
  let shown = 0;
  return (done) => {
    attempt.run.progress(done);
    if (done - shown < STEP) return;
    shown = done;
    // Nothing depends on it; an attempt that was overtaken finds out with what does.
    writePost(attempt, { progress: done }).catch((error: unknown) => {
      attempt.ctx.log.debug({ err: error, post: attempt.post.id }, 'how far a post is could not be written');
    });
  };
}

const tell = (ctx: ServerContext, tx: Tx, { accountId, taskId }: PostRow) =>
  ctx.events.publish(tx, postsChanged, { accountId, data: { taskId } });

export const soon = ({ clock }: ServerContext, milliseconds: number): Date =>
  new Date(clock.now().getTime() + milliseconds);

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
export async function goOn({ ctx, run, post, claim }: Attempt, milliseconds: number): Promise<void> {
  await run.complete(async (tx) => {
    const { id, accountId, taskId, round } = post;
    const own = and(
      eq(publishingPosts.id, id),
      eq(publishingPosts.claim, claim),
      sql`${publishingPosts.state} not in ${OVER}`,
    );
    const [row] = await tx.orm.select().from(publishingPosts).where(own).for('update');
    if (row === undefined) return;
    const payload: PostJob = { postId: id, round };
    const startAfter = soon(ctx, milliseconds);
    await ctx.jobs.enqueueMany(tx, ADVANCE_POST, [
      { accountId, payload, subjectId: taskId, startAfter, attempts: ATTEMPTS },
    ]);
  });
}
