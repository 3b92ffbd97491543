import { randomUUID } from 'node:crypto';

import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import type {
  ChannelPost,
  ChannelPostState,
  ChannelRules,
  ChannelWork,
} from '#core/server/services/providers/channels.ts';

import { senderOf, withTokens, type ChannelRow } from '../channels/channel-tokens.ts';
import { publishingPosts, type Measures } from '../tables.ts';
import { keepQuota, quotaOf } from './day-quotas.ts';
import { endPost, endPublished, type PostRow } from './end-post.ts';
import { misfitsOf } from './fit.ts';
import { cause, handleFailure, refused } from './handle-failure.ts';
import { withChosenCover } from './post-cover.ts';
import { isOtherDay, NoRoom } from './put-off.ts';
import {
  claimPost,
  endFailed,
  HANDOVER_MILLISECONDS,
  isOver,
  Later,
  lockOwn,
  Overtaken,
  pauseOf,
  progressWriter,
  soon,
  UPLOAD_MILLISECONDS,
  writePost,
  type Attempt,
} from './post-attempt.ts';

const jobSchema = z.strictObject({ postId: z.uuid(), round: z.number().int() });

const MINUTE = 60_000;
/** Posts that one process works on: they wait for platforms far longer than they take a processor. */
const AT_ONCE = 128;
/** How long a post may be in a state before it counts as stuck. */
const DEADLINES = {
  ...{ uploading: UPLOAD_MILLISECONDS, processing: 24 * 60 * MINUTE },
  ...{ review: 7 * 24 * 60 * MINUTE, inbox: 7 * 24 * 60 * MINUTE },
};
/** An answer that is late counts as lost only after this, so that a post on its way is not overlooked. */
const SETTLE_MILLISECONDS = MINUTE;

/**
 * Takes a post further: checks it, uploads it, and asks how far the platform is. Each call does what can be done now and
 * queues the next one, so that no worker waits for a platform.
 */
export function advancePost(ctx: ServerContext): JobHandler {
  const advance: JobHandler = async (run) => {
    const { postId, round } = jobSchema.parse(run.payload);
    const claim = randomUUID();
    const claimed = await claimPost(ctx, postId, round, claim);
    if (claimed === undefined) return;
    const attempt: Attempt = { ctx, run, claim, ...claimed, before: claimed.post.cause };
    try {
      if (attempt.channel === undefined) await endFailed(attempt, cause('publishing:cause.removed', attempt, 'change'));
      else if (attempt.post.remote !== null) await follow(attempt, attempt.channel, attempt.post.remote);
      else await send(attempt, attempt.channel);
    } catch (error) {
      if (!(error instanceof Overtaken)) await handleFailure(attempt, error);
    }
  };
  return Object.assign(advance, { atOnce: AT_ONCE, isQuiet: true });
}

/** A post whose job has failed for good for no reason that was foreseen. */
export function advanceEnded(ctx: ServerContext): FailureHandler {
  return async (tx, _task, payload) => {
    const { postId, round } = jobSchema.parse(payload);
    const [post] = await tx.orm.select().from(publishingPosts).where(eq(publishingPosts.id, postId)).for('update');
    if (post === undefined || post.round !== round || isOver(post) || post.state === 'handover') return;
    const mayBeThere = post.committedAt !== null;
    const code = mayBeThere ? 'publishing:cause.unclear' : 'publishing:cause.broken';
    const params = { channel: post.channelName };
    await endPost(ctx, tx, post, { state: 'failed', cause: { code, params, next: mayBeThere ? 'look' : 'retry' } });
  };
}

/** Checks and uploads a post, or hands it over to whoever posts it by hand. */
async function send(attempt: Attempt, channel: ChannelRow): Promise<void> {
  const { ctx, run, post } = attempt;
  const { signal } = run;
  const file = await ctx.files.get(post.accountId, post.fileId);
  const remote = await ctx.files.withLocal(file, (video) =>
    withTokens(ctx, channel, async (provider, tokens) => {
      const wished: ChannelPost = {
        ...{ key: post.id, title: post.title, text: post.text, topics: post.topics },
        mentions: post.mentions,
        ...{ video, cover: null, audience: post.audience ?? '', at: null },
        ...(post.place === null ? {} : { place: { poiId: post.place.poiId, name: post.place.name } }),
      };
      if (post.committedAt !== null) {
        const found = await findLost(attempt, (work) => provider.find?.(wished, { ...work, tokens }));
        if (found !== null) return found;
        await writePost(attempt, { committedAt: null });
      }
      let covers: ChannelRules['covers'];
      const isKnown = post.audience !== null && (post.saved !== null || isChecked(ctx, post));
      // A chosen cover, and a product, have to be made into what the account takes.
      if (!isKnown || post.cover !== null || post.product !== null) {
        const rules = await senderOf(provider, channel).rules(tokens, signal);
        covers = rules.covers;
        await keepQuota(ctx, channel, quotaOf(rules, ctx.clock.now()));
        if (!isKnown && post.saved === null) await check(attempt, channel, video, rules);
        wished.audience = post.audience ?? rules.audiences[0] ?? '';
        Object.assign(wished, productOf(post, rules));
      }
      if (!isKnown) {
        const early = post.at.getTime() - ctx.clock.now().getTime();
        if (early > 0) throw new Later(early, { state: 'checked', audience: audienceOf(wished) });
      }
      if (provider.handover !== undefined) {
        // No job goes on with it: whoever posts it ends it, or its deadline does.
        const deadline = soon(ctx, HANDOVER_MILLISECONDS);
        await writePost(attempt, { state: 'handover', cause: null, deadline });
        return null;
      }
      const startedAt = post.startedAt ?? ctx.clock.now();
      const audience = audienceOf(wished);
      const deadline = soon(ctx, DEADLINES.uploading);
      await writePost(attempt, { state: 'uploading', startedAt, audience, cause: null, deadline });
      const sealed = (state: string) => ctx.secrets.seal(state, `publishing.post ${post.id}`);
      const work: ChannelWork = {
        ...{ tokens, signal, onProgress: progressWriter(attempt) },
        saved: savedOf(ctx, post),
        save: (state) => writePost(attempt, { saved: sealed(state) }),
        commit: (state) => writePost(attempt, { saved: sealed(state), committedAt: ctx.clock.now() }),
      };
      return await withChosenCover(ctx, { post, file, video, covers, signal }, (cover) =>
        senderOf(provider, channel).publish({ ...wished, ...cover }, work),
      );
    }),
  );
  if (remote === null) return;
  await writePost(attempt, { remote, deadline: soon(ctx, DEADLINES.processing) });
  await follow(attempt, channel, remote);
}

/** Drafts have none: their owner chooses it in the app. */
const audienceOf = ({ audience }: Pick<ChannelPost, 'audience'>): string | null => (audience === '' ? null : audience);

/** What names the product of a post. */
function productOf({ product }: PostRow, rules: ChannelRules): Pick<ChannelPost, 'link' | 'product'> {
  if (product === null) return {};
  const { url, name } = product;
  if (rules.products?.as === 'item') return { product: { url, name } };
  return rules.products?.as === 'link' ? { link: url } : {};
}

/** What was checked right ahead of its time need not be asked about again. */
const isChecked = ({ clock }: ServerContext, { state, at }: PostRow): boolean =>
  state === 'checked' && clock.now().getTime() - at.getTime() < MINUTE;

/** Holds a post against what its account takes now. @throws expected for what does not fit */
async function check(attempt: Attempt, channel: ChannelRow, video: string, rules: ChannelRules): Promise<void> {
  const { ctx, post } = attempt;
  const { size, type } = await ctx.files.get(post.accountId, post.fileId);
  const known = post.measures;
  const isEnough = known !== null && (rules.codecs === undefined || known.codecs !== undefined);
  const { codecs = null, ...measures } = isEnough ? known : await measure(attempt, video);
  const [misfit] = misfitsOf({ ...post, bytes: size, type, codecs, ...measures }, rules);
  if (misfit !== undefined) throw new ExpectedError(misfit.code, misfit.params);
  if (rules.left === 0 && (rules.isMoving === true || !(await isOtherDay(ctx, post, channel)))) throw new NoRoom();
}

/** Looks into a video that was planned before anybody had done so, for all of its posts. */
async function measure({ ctx, run, post }: Attempt, path: string): Promise<Measures> {
  const { accountId, fileId, name } = post;
  const { duration, video, audio } = await inspectMaterial(ctx.media.runner, path, { minSeconds: 0, name }, run.signal);
  const { displayWidth: width, displayHeight: height } = video;
  const codecs = { pictures: video.codec, sound: audio?.codec ?? null };
  const measures: Measures = { seconds: duration, width, height, codecs };
  const { id, fileId: file, measures: known } = publishingPosts;
  // Several may look into it at once; none waits for the others' rows.
  const unknown = ctx.db.orm
    .select({ id })
    .from(publishingPosts)
    .where(and(eq(file, fileId), or(isNull(known), sql`not ${known} ? 'codecs'`)))
    .for('update', { skipLocked: true });
  await ctx.db.scope(accountId).update(publishingPosts, inArray(id, unknown), { measures });
  return measures;
}

const savedOf = ({ secrets }: ServerContext, { id, saved }: PostRow): string | null =>
  saved === null ? null : secrets.open(saved, `publishing.post ${id}`);

/** An answer was lost: only the platform knows. @returns the name of the post; null when there is none */
async function findLost(
  { ctx, run: { signal }, post }: Attempt,
  find: (work: { saved: string; since: Date; signal: AbortSignal }) => Promise<string | null> | undefined,
): Promise<string | null> {
  const since = post.committedAt ?? ctx.clock.now();
  if (ctx.clock.now().getTime() - since.getTime() < SETTLE_MILLISECONDS) throw new Later(SETTLE_MILLISECONDS);
  const found = find({ saved: savedOf(ctx, post) ?? '', since, signal });
  if (found === undefined) throw new ExpectedError('publishing:cause.unclear', { channel: post.channelName });
  return await found;
}

/** Asks how far the platform is. */
async function follow(attempt: Attempt, channel: ChannelRow, remote: string): Promise<void> {
  const { ctx, run } = attempt;
  const state = await withTokens(ctx, channel, (provider, tokens) => provider.check(remote, tokens, run.signal));
  await heed(attempt, state);
}

async function heed(attempt: Attempt, state: ChannelPostState): Promise<void> {
  const { ctx, run, post, channel } = attempt;
  if (state.state === 'failed') {
    ctx.log.warn({ post: post.id, reason: state.reason }, 'a platform refused a post');
    return await endFailed(attempt, refused(attempt, state.reason));
  }
  if (state.state !== 'published') {
    const next = state.state === 'working' ? 'processing' : state.state;
    const news = next === post.state ? {} : ({ state: next, deadline: soon(ctx, DEADLINES[next]) } as const);
    throw new Later(pauseOf(ctx, post), news);
  }
  const { hash } = await ctx.files.get(post.accountId, post.fileId);
  await run.complete(async (tx) => {
    const row = await lockOwn(attempt, tx);
    if (row !== undefined) await endPublished(ctx, tx, row, { link: state.link, hash, channel });
  });
}
