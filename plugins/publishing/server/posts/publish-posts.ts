import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { postsChanged } from '#plugins/publishing/events.ts';
import type { Cover, WishedPosts } from '#plugins/publishing/plan-calls.ts';
import { useProduct } from '../products/own-products.ts';
import { publishingPosts, publishingTasks, type Measures } from '../tables.ts';
import { holderOf, type PostRow } from './end-post.ts';
import { knownCopies, type CopyOf } from './copies.ts';
import { COPY_FORMAT } from './fit-copy.ts';
import { freePlatforms } from './free-platforms.ts';
import { dealWished, refuseLocked, wishedChannels, type KnownWork } from './deal-wished.ts';
import { coverOf, mentionsOf, placeOf, productOf, topicsOf } from './own-words.ts';
import { picturesOf } from './post-cover.ts';
import { usePlaces, wishedPlaces } from './post-place.ts';
import { postedFiles, postKey } from './posted-files.ts';
import { dailySlots } from './times.ts';

/** The job that takes a post one step further. */
export const ADVANCE_POST = 'publishing.post';
/** How often a step is begun anew whose process died. */
export const ATTEMPTS = 12;

/** How long after its time a post counts as stuck that nothing has begun with. */
export const START_MILLISECONDS = 24 * 60 * 60 * 1000;
/** A hold is prolonged from then on while its post goes on. */
const HOLD_MILLISECONDS = 14 * 24 * 60 * 60 * 1000;
/** Posts are queued so long before their time; what is further away waits in its table. */
export const SOON_MILLISECONDS = 150_000;
/** Posts are checked so long before their time, so that then only their bytes have to go out. */
export const AHEAD_MILLISECONDS = 75_000;
/** Rows of one statement. */
const CHUNK = 300;

export interface PostJob {
  postId: string;
  /** What was planned anew since is somebody else's. */
  round: number;
}

/**
 * Plans posts: each waits for its time, and holds one of the account's publishes until it has ended. The same key makes
 * one task, however often it is sent.
 * @returns the id of the task
 * @throws expected `core:ledger.short.publishes`, `publishing:already` (409), `publishing:place.missing` (422), and what
 *   {@link dealWished} and {@link refuseLocked} say
 */
export async function publishPosts(
  ctx: ServerContext,
  caller: Caller,
  { key, name, copies = [], ...wish }: WishedPosts & { key: string; name: string; copies?: readonly CopyOf[] },
): Promise<string> {
  const { accountId } = caller;
  const known = await taskByKey(ctx.db, accountId, key);
  if (known !== undefined) return known;
  const accounts = await wishedChannels(ctx, caller, wish);
  const channels = new Map(accounts.map((row) => [row.id, row]));
  const { posts: dealt, product } = await dealWished(ctx, caller, wish, accounts);
  const posts = await withCopies(ctx, accountId, dealt, copies);
  refuseLocked(caller, wish, posts.length);
  const places = await wishedPlaces(ctx, accountId, wish, [...channels.keys()]);
  return await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const id = uuid();
    const type = wish.when.kind === 'now' && wish.perDay === null ? 'normal' : 'scheduled';
    // What is overdue later takes the next times of the same days.
    const when = wish.perDay === null ? null : dailySlots(wish.when, wish.perDay, wish.zone, now);
    const [made] = await tx.orm
      .insert(publishingTasks)
      .values({ id, accountId, key, name, type, when: when ?? wish.when, zone: wish.zone, createdAt: now })
      .onConflictDoNothing()
      .returning();
    if (made === undefined)
      return (await taskByKey(tx, accountId, key)) ?? fail('publishing:nothing', {}, { kind: 'conflict' });
    const coverOfPost = ({ work, original, channelId }: (typeof posts)[number]) =>
      coverWithin(work, coverOf(wish, { channelId, fileId: original }));
    const files = [...new Set(posts.map(({ work }) => work.fileId)), ...picturesOf(posts.map(coverOfPost))];
    await refuseRepeated(tx, posts, channels);
    const held = await ctx.files.hold(tx, accountId, files, holderOf(id));
    if (held.length < files.length) fail('publishing:nothing', {}, { kind: 'conflict' });
    // Without them, posts are shown without a picture, which is no reason to refuse them.
    const stills = [...new Set(posts.flatMap(({ work }) => work.pictureId ?? []))];
    await ctx.files.hold(tx, accountId, stills, holderOf(id));
    const rows = posts.map((post) => {
      const { work, channelId, at, title, text } = post;
      const channel = channels.get(channelId);
      return {
        ...{ id: uuid(), taskId: id, channelId, channelName: channel?.name ?? '', platform: channel?.platform ?? '' },
        ...{
          fileId: work.fileId,
          name: work.name,
          pictureId: work.pictureId,
          measures: measuresOf(work),
          title,
          text,
          topics: topicsOf(wish, channelId),
        },
        mentions: mentionsOf(wish, channelId),
        place: places.get(placeOf(wish, channelId) ?? '') ?? null,
        ...{ audience: wish.audiences[channelId] ?? null, product: productOf(wish, channelId, product) },
        cover: coverOfPost(post),
        ...{ state: 'planned' as const, at, holdId: null },
        deadline: new Date(Math.max(at.getTime(), now.getTime()) + START_MILLISECONDS),
      };
    });
    const inserted = [];
    for (let at = 0; at < rows.length; at += CHUNK) {
      inserted.push(...(await tx.scope(accountId).insert(publishingPosts, rows.slice(at, at + CHUNK))));
    }
    await startPosts(ctx, tx, accountId, inserted);
    await useProduct(ctx, tx, accountId, product);
    await ctx.events.publish(tx, postsChanged, { accountId, data: { taskId: id } });
    return id;
  });
}

/** A post, and what else of the same video may be on its account. */
type CopiedPost<P> = P & { original: string; copy: string | undefined };

/** Posts with the copies of their videos in place of these where that is wished. @throws expected `publishing:copy.gone` (409) */
async function withCopies<P extends { work: KnownWork; channelId: string }>(
  ctx: ServerContext,
  accountId: string,
  posts: readonly P[],
  wished: readonly CopyOf[],
): Promise<CopiedPost<P>[]> {
  const keys = new Set(wished.map(postKey));
  const files = [...new Set(posts.map(({ work }) => work.fileId))];
  const channels = [...new Set(posts.map(({ channelId }) => channelId))];
  // Nothing of it is told, so that its language does not matter.
  const known = await knownCopies(ctx, { accountId, language: 'en' }, { files, channels });
  return posts.map((post) => {
    const { work, channelId } = post;
    const key = postKey({ channelId, fileId: work.fileId });
    const made = known.get(key)?.made ?? undefined;
    const own = { ...post, original: work.fileId, copy: made?.fileId };
    if (!keys.has(key)) return own;
    if (made === undefined) fail('publishing:copy.gone', { name: work.name }, { kind: 'conflict' });
    return { ...own, work: { ...work, ...COPY_FORMAT, ...made } };
  });
}

/** A frame that a shorter copy does not have is its last one. */
function coverWithin({ seconds }: KnownWork, cover: Cover | null): Cover | null {
  if (cover?.kind !== 'frame' || seconds === null) return cover;
  return { ...cover, at: Math.min(cover.at, Math.max(0, seconds - 0.1)) };
}

const measuresOf = ({ seconds, width, height, codecs }: KnownWork): Measures | null =>
  seconds === null || width === null || height === null
    ? null
    : { seconds, width, height, ...(codecs === null ? {} : { codecs }) };

type StartedPost = Pick<PostRow, 'id' | 'taskId' | 'name' | 'platform' | 'place' | 'at' | 'round'>;

/** A post that is to be taken further ahead of its time, or not before another one. */
export type QueuedPost = Pick<PostRow, 'id' | 'taskId' | 'at' | 'round'> & { notBefore?: Date };

/** Holds what posts cost, and queues those whose time is near. */
export async function startPosts(ctx: ServerContext, tx: Tx, accountId: string, posts: readonly StartedPost[]) {
  const soon = new Date(ctx.clock.now().getTime() + SOON_MILLISECONDS);
  await queuePosts(
    ctx,
    tx,
    accountId,
    posts.filter(({ at }) => at <= soon),
  );
  await usePlaces(ctx, tx, accountId, posts);
  const free = await freePlatforms(ctx);
  const paid = posts.filter(({ platform }) => !free.has(platform));
  const held = await ctx.ledger.holdMany(tx, {
    ...{ accountId, unit: 'publishes' },
    holds: paid.map(({ id, name, platform, at, round }) => ({
      ...{ amount: 1, job: `publishing.post:${id}`, key: `publishing.post:${id}:${round}:hold` },
      facts: { service: `publishing.${platform}`, name },
      deadline: new Date(Math.max(at.getTime(), ctx.clock.now().getTime()) + HOLD_MILLISECONDS),
    })),
  });
  const holds = held.map(({ id: holdId }, at) => ({ id: paid[at]?.id ?? '', holdId }));
  for (let at = 0; at < holds.length; at += CHUNK) {
    const pairs = holds.slice(at, at + CHUNK).map(({ id, holdId }) => sql`(${id}::uuid, ${holdId}::uuid)`);
    await tx.orm.execute(sql`update publishing_posts as p set hold_id = v.hold
      from (values ${sql.join(pairs, sql`, `)}) as v(id, hold) where p.id = v.id and p.account_id = ${accountId}`);
  }
}

/** Has posts checked ahead of their times, and taken further at them. */
export async function queuePosts(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  posts: readonly QueuedPost[],
): Promise<void> {
  if (posts.length === 0) return;
  const jobs = posts.map(({ id, taskId, at, round, notBefore }) => {
    const payload: PostJob = { postId: id, round };
    const startAfter = notBefore ?? new Date(at.getTime() - AHEAD_MILLISECONDS);
    return { accountId, payload, subjectId: taskId, startAfter, attempts: ATTEMPTS };
  });
  await ctx.jobs.enqueueMany(tx, ADVANCE_POST, jobs);
  for (let at = 0; at < posts.length; at += CHUNK) {
    const ids = posts.slice(at, at + CHUNK).map(({ id }) => id);
    await tx.scope(accountId).update(publishingPosts, inArray(publishingPosts.id, ids), { isQueued: true });
  }
}

async function taskByKey(tx: Tx, accountId: string, key: string): Promise<string | undefined> {
  return (await tx.scope(accountId).find(publishingTasks, eq(publishingTasks.key, key)))?.id;
}

/** A video that is on an account, or on its way there, does not go there again, nor does a copy of it. */
async function refuseRepeated(
  tx: Tx,
  posts: readonly CopiedPost<{ work: { name: string }; channelId: string }>[],
  channels: ReadonlyMap<string, { name: string }>,
): Promise<void> {
  const sameAs = ({ original, copy }: { original: string; copy: string | undefined }) =>
    copy === undefined ? [original] : [original, copy];
  const there = await postedFiles(tx, [...channels.keys()], posts.flatMap(sameAs));
  const again = posts.find((post) => {
    const { channelId } = post;
    return sameAs(post).some((fileId) => there.has(postKey({ channelId, fileId })));
  });
  if (again === undefined) return;
  const { work, channelId } = again;
  fail('publishing:already', { name: work.name, channel: channels.get(channelId)?.name ?? '' }, { kind: 'conflict' });
}
