import { and, count, desc, eq, isNotNull, isNull, lte, ne, type SQL } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreAccounts } from '#core/server/services/accounts/tables.ts';

import { showcasePosts, showcaseSites, type Site } from '../tables.ts';

// The one place that decides what visitors see. No page reads the tables in another way.

type Parts = Pick<ServerContext, 'db' | 'clock'>;

export type VisibleSite = Site;
export type VisiblePost = typeof showcasePosts.$inferSelect;
/** What was there once, and is not shown any more. */
export const GONE = 'gone';

/** The showcase of a handle; `gone` while it is disconnected, or its account is closed. */
export async function findSite({ db }: Parts, handle: string): Promise<VisibleSite | typeof GONE | undefined> {
  const [found] = await db.orm
    .select({ site: showcaseSites, disabled: coreAccounts.disabled })
    .from(showcaseSites)
    .innerJoin(coreAccounts, eq(coreAccounts.id, showcaseSites.accountId))
    .where(eq(showcaseSites.handle, handle.toLowerCase()));
  if (found === undefined) return undefined;
  return found.site.tokenHash === null || found.disabled ? GONE : found.site;
}

/** A post, listed or not; `gone` when it was taken down. */
export async function findPost(
  { db, clock }: Parts,
  { id }: VisibleSite,
  slug: string,
): Promise<VisiblePost | typeof GONE | undefined> {
  const published = lte(showcasePosts.publishedAt, clock.now());
  const [found] = await db.orm
    .select()
    .from(showcasePosts)
    .where(and(eq(showcasePosts.siteId, id), eq(showcasePosts.slug, slug), published));
  return found === undefined || found.withdrawnAt === null ? found : GONE;
}

/** What everybody may find. */
function listed({ clock }: Parts, { id }: VisibleSite): SQL | undefined {
  return and(
    eq(showcasePosts.siteId, id),
    eq(showcasePosts.visibility, 'public'),
    isNull(showcasePosts.withdrawnAt),
    isNotNull(showcasePosts.videoId),
    lte(showcasePosts.publishedAt, clock.now()),
  );
}

/** Listed posts, the newest first. */
export async function listPosts(
  parts: Parts,
  site: VisibleSite,
  { limit, offset = 0, except }: { limit: number; offset?: number; except?: string },
): Promise<VisiblePost[]> {
  const others = except === undefined ? undefined : ne(showcasePosts.id, except);
  return parts.db.orm
    .select()
    .from(showcasePosts)
    .where(and(listed(parts, site), others))
    .orderBy(desc(showcasePosts.publishedAt), desc(showcasePosts.id))
    .limit(limit)
    .offset(offset);
}

export async function countPosts(parts: Parts, site: VisibleSite): Promise<number> {
  const [found] = await parts.db.orm.select({ posts: count() }).from(showcasePosts).where(listed(parts, site));
  return found?.posts ?? 0;
}
