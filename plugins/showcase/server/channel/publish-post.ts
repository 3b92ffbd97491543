import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import { captionOf } from '#core/contract/post-text.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { blobKey } from '#core/server/services/files/files.ts';
import { makeCover, type Cover } from '#core/server/services/media/operations/cover.ts';
import { probe } from '#core/server/services/media/probe.ts';
import type { ChannelPost, ChannelWork } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { showcasesChanged } from '#plugins/showcase/events.ts';
import { showcasePosts, showcaseSites, VISIBILITIES, type Site } from '../tables.ts';

type Parts = Pick<ServerContext, 'db' | 'files' | 'media' | 'events' | 'clock' | 'temporaryFolder'>;
interface Measured {
  hash: string;
  size: number;
  seconds: number;
  width: number;
  height: number;
  poster: Cover;
}

/**
 * Publishes a video, or finds that it is published already. Its bytes are those that the account has, under a second
 * name: they are neither copied nor counted twice, and they stay when the account removes the first.
 * @returns the id of the post
 * @throws ProviderFailure
 */
export async function publishPost(ctx: Parts, site: Site, post: ChannelPost, work: ChannelWork): Promise<string> {
  const already = await findByKey(ctx.db, site.id, post.key);
  if (already !== undefined) return already;
  const visibility = VISIBILITIES.find((known) => known === post.audience);
  if (visibility === undefined) throw new ProviderFailure('refused', `there is no audience "${post.audience}"`);

  const folder = await mkdtemp(join(ctx.temporaryFolder, 'showcase-'));
  try {
    const video = await measure(ctx, post, { folder, ...work });
    work.onProgress(0.9);
    await work.commit(post.key);
    const values = {
      ...{ id: uuidv7(), siteId: site.id, accountId: site.accountId, key: post.key, visibility },
      ...{ slug: visibility === 'unlisted' ? secretSlug() : publicSlug() },
      ...{ title: post.title, text: captionOf({ ...post, topics: [] }), topics: [...post.topics] },
      ...{ publishedAt: post.at ?? ctx.clock.now(), createdAt: ctx.clock.now() },
    };
    const id = await ctx.db.transaction((tx) => insert(ctx, tx, { values, post, video }));
    work.onProgress(1);
    // Another attempt was faster.
    return id ?? (await findByKey(ctx.db, site.id, post.key)) ?? raise('the post is gone');
  } catch (error) {
    throw explained(error);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function findByKey(db: Tx, siteId: string, key: string): Promise<string | undefined> {
  const [found] = await db.orm
    .select({ id: showcasePosts.id })
    .from(showcasePosts)
    .where(and(eq(showcasePosts.siteId, siteId), eq(showcasePosts.key, key)));
  return found?.id;
}

async function measure(
  { media }: Parts,
  { video: path, cover }: ChannelPost,
  { folder, onProgress, signal }: Pick<ChannelWork, 'onProgress' | 'signal'> & { folder: string },
): Promise<Measured> {
  const { size } = await stat(path);
  const hash = await media.hasher.hash(path, signal);
  onProgress(0.4);
  const { video, duration } = await probe(media.runner, path, signal);
  if (video === null) throw new ProviderFailure('refused', 'the file has no picture');
  onProgress(0.5);
  const seconds = duration ?? video.duration ?? 0;
  const choice = cover === null ? null : { picture: cover };
  const poster = await makeCover(media, { path, hash, video, seconds }, choice, { folder, signal });
  const { displayWidth: width, displayHeight: height } = video;
  return { hash, size, seconds, width, height, poster };
}

/** @returns the id of the post; undefined, with nothing kept, when there is one of this key */
async function insert(
  { files, events }: Parts,
  tx: Tx,
  {
    values,
    post,
    video: { hash, size, seconds, width, height, poster },
  }: {
    values: Pick<
      typeof showcasePosts.$inferInsert,
      | 'id'
      | 'siteId'
      | 'accountId'
      | 'key'
      | 'visibility'
      | 'slug'
      | 'title'
      | 'text'
      | 'topics'
      | 'publishedAt'
      | 'createdAt'
    >;
    post: ChannelPost;
    video: Measured;
  },
): Promise<string | undefined> {
  const { accountId, siteId, key } = values;
  // Made one after the other, so that of two attempts with one key the second finds the first.
  await tx.orm.select().from(showcaseSites).where(eq(showcaseSites.id, siteId)).for('update');
  if ((await findByKey(tx, siteId, key)) !== undefined) return undefined;
  const named = { hash, size, name: `${post.title}.mp4`, type: 'video/mp4', withinSpace: true };
  const stored = await files.record(tx, accountId, named, async () => {
    await files.store.putFile(blobKey(hash), post.video, { contentType: named.type });
  });
  const still = { name: `${post.title}.jpg`, type: 'image/jpeg', derived: true };
  const { id: posterId, hash: posterHash } = await files.addLocal(tx, accountId, poster.path, still);
  await tx.orm.insert(showcasePosts).values({
    ...values,
    ...{ videoId: stored.id, videoHash: hash, videoSize: size, seconds, width, height },
    ...{ posterId, posterHash, posterWidth: poster.width, posterHeight: poster.height },
  });
  await events.publish(tx, showcasesChanged, { accountId });
  return values.id;
}

/** What is wrong with the file, or with the room for it, never changes by itself. */
function explained(error: unknown): unknown {
  if (!(error instanceof ExpectedError)) return error;
  const kind = error.kind === 'unavailable' ? 'unavailable' : 'refused';
  return new ProviderFailure(kind, error.message, { cause: error });
}

function raise(message: string): never {
  throw new ProviderFailure('unavailable', message);
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Short, since people type it. */
const publicSlug = (): string => letters(10);
/** 128 bits that nobody knows. */
const secretSlug = (): string => letters(26);

function letters(count: number): string {
  let made = '';
  while (made.length < count) {
    // Bytes beyond the last whole round of the alphabet would make its first letters more likely.
    for (const byte of randomBytes(count)) {
      if (byte < LETTERS.length * 8) made += LETTERS[byte % LETTERS.length] ?? '';
    }
  }
  return made.slice(0, count);
}
