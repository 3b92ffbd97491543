import { and, asc, count, desc, eq, isNotNull, isNull, sql, sum } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type {
  changeShowcase as changeCall,
  listShowcasePosts as postsCall,
  listShowcases as listCall,
} from '#plugins/showcase/calls.ts';
import { showcasesChanged } from '#plugins/showcase/events.ts';
import { LISTED_POSTS } from '#plugins/showcase/limits.ts';
import { addressesOf } from '../addresses.ts';
import { showcasePosts, showcaseSites } from '../tables.ts';

/** @param origin scheme and host of the addresses */
export async function listShowcases(
  { db }: Pick<ServerContext, 'db'>,
  accountId: string,
  origin: string,
): Promise<CallData<typeof listCall>> {
  const rows = await db.orm
    .select({ site: showcaseSites, posts: count(showcasePosts.id), plays: sum(showcasePosts.plays).mapWith(Number) })
    .from(showcaseSites)
    .leftJoin(showcasePosts, and(eq(showcasePosts.siteId, showcaseSites.id), isNull(showcasePosts.withdrawnAt)))
    .where(eq(showcaseSites.accountId, accountId))
    .groupBy(showcaseSites.id)
    .orderBy(sql`${showcaseSites.tokenHash} is null`, asc(showcaseSites.createdAt));
  const showcases = rows.map(({ site: { id, handle, title, about, tokenHash }, posts, plays }) => {
    const { home: url, rss: feed } = addressesOf(origin, handle);
    return { id, handle, title, about, url, feed, isConnected: tokenHash !== null, posts, plays: plays ?? 0 };
  });
  return { showcases };
}

/** @throws expected `showcase:none` (404) */
export async function changeShowcase(
  { db, events }: Pick<ServerContext, 'db' | 'events'>,
  accountId: string,
  { id, title, about }: { id: string; title: string; about: string },
): Promise<CallData<typeof changeCall>> {
  await db.transaction(async (tx) => {
    const [changed] = await tx.scope(accountId).update(showcaseSites, eq(showcaseSites.id, id), { title, about });
    if (changed === undefined) fail('showcase:none', {}, { kind: 'not-found' });
    await events.publish(tx, showcasesChanged, { accountId });
  });
  return null;
}

/** @throws expected `showcase:none` (404) */
export async function listShowcasePosts(
  { db, files }: Pick<ServerContext, 'db' | 'files'>,
  accountId: string,
  { id, page, origin }: { id: string; page: number; origin: string },
): Promise<CallData<typeof postsCall>> {
  const own = db.scope(accountId);
  const site = await own.find(showcaseSites, eq(showcaseSites.id, id));
  if (site === undefined) return fail('showcase:none', {}, { kind: 'not-found' });
  const where = [eq(showcasePosts.siteId, id), isNotNull(showcasePosts.videoId)] as const;
  const rows = await own.select(showcasePosts, {
    where,
    orderBy: [desc(showcasePosts.publishedAt), desc(showcasePosts.id)],
    ...{ limit: LISTED_POSTS, offset: (page - 1) * LISTED_POSTS },
  });
  const addresses = addressesOf(origin, site.handle);
  const posts = await Promise.all(
    rows.map(async ({ posterHash: hash, posterId, publishedAt, withdrawnAt, slug, ...row }) => ({
      ...{ id: row.id, title: row.title, visibility: row.visibility, plays: row.plays },
      url: addresses.post(slug),
      poster: posterId === null ? null : await files.signedUrl({ hash, name: `${row.title}.jpg`, type: 'image/jpeg' }),
      publishedAt: publishedAt.toISOString(),
      isWithdrawn: withdrawnAt !== null,
    })),
  );
  const everything = await db.orm
    .select({ posts: count() })
    .from(showcasePosts)
    .where(and(eq(showcasePosts.accountId, accountId), ...where));
  return { posts, count: everything[0]?.posts ?? 0 };
}
