import { and, asc, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { captionOf } from '#core/contract/post-text.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Post, PostState, PublishTask, TASK_STATES } from '#plugins/publishing/post-calls.ts';
import { serviceTitles } from '../channels/own-channels.ts';
import { publishingChannels, publishingPosts, publishingTasks, type PostCause } from '../tables.ts';
import { WAITING, type PostRow } from './end-post.ts';
import { pictureUrls } from './post-pictures.ts';

type TaskRow = typeof publishingTasks.$inferSelect;

interface Paged {
  cursor?: string | undefined;
  limit: number;
}

/** Publish tasks of an account, newest first. */
export async function listTasks(ctx: ServerContext, accountId: string, { cursor, limit }: Paged) {
  const { db } = ctx;
  const scope = db.scope(accountId);
  const where = cursor === undefined ? undefined : lt(publishingTasks.id, cursorId(cursor));
  const orderBy = desc(publishingTasks.id);
  const rows = await scope.select(publishingTasks, { ...(where && { where }), orderBy, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    items: await presentTasks(ctx, shown),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total: await scope.count(publishingTasks),
  };
}

/** @throws expected `publishing:task.missing` (404) */
export async function readTask(ctx: ServerContext, accountId: string, id: string): Promise<PublishTask> {
  const [task] = await presentTasks(ctx, [await ownTask(ctx.db, accountId, id)]);
  return task ?? fail('publishing:task.missing', {}, { kind: 'not-found' });
}

/** @throws expected `publishing:task.missing` (404) */
export async function ownTask(db: Tx, accountId: string, id: string): Promise<TaskRow> {
  const row = await db.scope(accountId).find(publishingTasks, eq(publishingTasks.id, id));
  return row ?? fail('publishing:task.missing', {}, { kind: 'not-found' });
}

async function presentTasks(ctx: ServerContext, rows: readonly TaskRow[]): Promise<PublishTask[]> {
  if (rows.length === 0) return [];
  const { db } = ctx;
  const { taskId, state, fileId, pictureId, channelName, platform, at } = publishingPosts;
  const { askedAt } = publishingPosts;
  const number = (one: PostState) => sql<number>`count(*) filter (where ${state} = ${one})::int`;
  const counts = await db.orm
    .select({
      taskId,
      posts: sql<number>`count(*)::int`,
      works: sql<number>`count(distinct ${fileId})::int`,
      accounts: sql<number>`count(distinct (${platform}, ${channelName}))::int`,
      ...{ published: number('published'), failed: number('failed'), cancelled: number('cancelled') },
      planned: number('planned'),
      asked: sql<number>`count(*) filter (where ${state} = 'planned' and ${askedAt} is not null)::int`,
      waiting: sql<number>`count(*) filter (where ${inArray(state, [...WAITING])})::int`,
      ...{ handover: number('handover'), inbox: number('inbox') },
      coverId: sql<string>`(array_agg(${fileId} order by ${at}, ${publishingPosts.id}))[1]`,
      pictureId: sql<string | null>`(array_agg(${pictureId} order by ${at}, ${publishingPosts.id}))[1]`,
      nextAt: sql<string | null>`min(${at}) filter (where ${state} = 'planned' and ${askedAt} is null)`,
    })
    .from(publishingPosts)
    .where(
      inArray(
        taskId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(taskId);
  const byTask = new Map(counts.map((count) => [count.taskId, count]));
  const pictures = await pictureUrls(
    ctx,
    counts.map((count) => count.pictureId),
  );
  return rows.map(({ id, name, type, isPaused, createdAt }) => {
    const {
      posts = 0,
      works = 0,
      accounts = 0,
      published = 0,
      failed = 0,
      cancelled = 0,
      planned = 0,
      asked = 0,
      waiting = 0,
      handover = 0,
      inbox = 0,
      coverId = null,
      pictureId: stillId = null,
      nextAt = null,
    } = byTask.get(id) ?? {};
    return {
      ...{
        id,
        name,
        coverId,
        type,
        isPaused,
        posts,
        works,
        accounts,
        published,
        failed,
        cancelled,
        asked,
        waiting,
        handover,
        inbox,
      },
      picture: pictures.get(stillId ?? '') ?? null,
      state: stateOf({ posts, over: published + failed + cancelled, planned }),
      createdAt: createdAt.toISOString(),
      nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
    };
  });
}

function stateOf({
  posts,
  over,
  planned,
}: {
  posts: number;
  over: number;
  planned: number;
}): (typeof TASK_STATES)[number] {
  if (over === posts) return 'published';
  if (planned === posts) return 'unpublished';
  return planned === posts - over ? 'pending' : 'publishing';
}

interface PostFilter extends Paged {
  task?: string | undefined;
  channel?: string | undefined;
  state?: PostState | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** Posts of an account by their times. */
export async function listPosts(ctx: ServerContext, accountId: string, language: MessageLanguage, filter: PostFilter) {
  const { db } = ctx;
  const { cursor, limit, task, channel, state, from, until } = filter;
  const { id, at } = publishingPosts;
  const conditions = [
    eq(publishingPosts.accountId, accountId),
    ...(task === undefined ? [] : [eq(publishingPosts.taskId, task)]),
    ...(channel === undefined ? [] : [eq(publishingPosts.channelId, channel)]),
    ...(state === undefined ? [] : [eq(publishingPosts.state, state)]),
    ...(from === undefined ? [] : [gte(at, new Date(from))]),
    ...(until === undefined ? [] : [lt(at, new Date(until))]),
  ];
  const rows = await db.orm
    .select()
    .from(publishingPosts)
    .where(and(...conditions, cursor === undefined ? undefined : beyond(cursor)))
    .orderBy(asc(at), asc(id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const [count] = await db.orm
    .select({ total: sql<number>`count(*)::int` })
    .from(publishingPosts)
    .where(and(...conditions));
  return {
    items: await presentPosts(ctx, shown, language),
    nextCursor: rows.length > limit && last !== undefined ? `${last.at.toISOString()} ${last.id}` : null,
    total: count?.total ?? 0,
  };
}

const untilSchema = z.iso.datetime();

const ID = /^[0-9a-f-]{36}$/;

/** @throws expected `core:http.cursor` (422) for another list’s cursor */
function cursorId(cursor: string): string {
  return ID.test(cursor) ? cursor : fail('core:http.cursor', {}, { kind: 'invalid' });
}

function beyond(cursor: string): SQL {
  const [time = '', id = ''] = cursor.split(' ');
  if (Number.isNaN(Date.parse(time))) fail('core:http.cursor', {}, { kind: 'invalid' });
  return sql`(${publishingPosts.at}, ${publishingPosts.id}) > (${new Date(time).toISOString()}::timestamptz, ${cursorId(id)}::uuid)`;
}

/** Posts as pages show them, in the same order. */
export async function presentPosts(
  ctx: ServerContext,
  rows: readonly PostRow[],
  language: MessageLanguage,
): Promise<Post[]> {
  const ids = [...new Set(rows.map(({ taskId }) => taskId))];
  const { id, isPaused } = publishingTasks;
  const held = await ctx.db.orm
    .select({ id })
    .from(publishingTasks)
    .where(and(inArray(id, ids), eq(isPaused, true)));
  const paused = new Set(held.map((task) => task.id));
  const pictures = await pictureUrls(
    ctx,
    rows.map(({ pictureId }) => pictureId),
  );
  const services = await servicesOf(ctx, rows, language);
  return rows.map((row) => ({
    ...presentPost(row, language),
    service: services.get(row.channelId ?? '') ?? null,
    picture: pictures.get(row.pictureId ?? '') ?? null,
    isPaused: row.state === 'planned' && paused.has(row.taskId),
  }));
}

/** What the services of posts are called, by the ids of their accounts. */
async function servicesOf(
  ctx: ServerContext,
  rows: readonly PostRow[],
  language: MessageLanguage,
): Promise<Map<string, string | undefined>> {
  const { id, adapter } = publishingChannels;
  const ids = [...new Set(rows.flatMap(({ channelId }) => channelId ?? []))];
  if (ids.length === 0) return new Map();
  const channels = await ctx.db.orm.select({ id, adapter }).from(publishingChannels).where(inArray(id, ids));
  const titles = await serviceTitles(ctx, language);
  return new Map(channels.map((channel) => [channel.id, titles.get(channel.adapter)]));
}

function presentCause({ code, params, next }: PostCause, language: MessageLanguage): NonNullable<Post['cause']> {
  const { data = null } = untilSchema.safeParse(params['until']);
  return { text: translate(language, code, params), until: data, next };
}

/** All of the video is at the platform. */
const SENT: readonly PostState[] = ['processing', 'review', 'inbox', 'published'];

function presentPost(row: PostRow, language: MessageLanguage): Omit<Post, 'isPaused' | 'picture' | 'service'> {
  const { id, taskId, channelId, platform, fileId, name, title, text, state, at, link, cause, figures, figuresAt } =
    row;
  return {
    ...{ id, taskId, channelId, platform, fileId, name, title, text, state, link },
    channel: row.channelName,
    isAsked: state === 'planned' && row.askedAt !== null,
    progress: state === 'uploading' ? row.progress : SENT.includes(state) ? 1 : 0,
    at: at.toISOString(),
    linkProof: row.linkProof,
    caption: state === 'inbox' ? captionOf({ text, topics: row.topics, mentions: row.mentions }) : null,
    cause: cause === null ? null : presentCause(cause, language),
    figures: figures === null || figuresAt === null ? null : { ...figures, at: figuresAt.toISOString() },
  };
}
