import { inArray, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import type { DailyFigures, FiguresQuery, PublishingFigures } from '../api.ts';
import { publishingFigures, publishingPosts } from '../tables.ts';
import { dayIn } from './times.ts';

const FIGURES = ['views', 'likes', 'comments', 'shares'] as const;

/** What was gained each day, by account and platform: each reading less the one before it. */
export async function dailyFigures(
  ctx: Pick<ServerContext, 'db' | 'accounts'>,
  { accountId, withSubAccounts = false, from, to, zone }: FiguresQuery,
): Promise<DailyFigures[]> {
  // Refuses a zone that is none, before the database does.
  dayIn(zone);
  const subAccounts = withSubAccounts ? await ctx.accounts.subAccounts(ctx.db, accountId) : [];
  const ids = [accountId, ...subAccounts.map(({ id }) => id)];
  const step = (name: (typeof FIGURES)[number]) =>
    sql.raw(
      `coalesce(f.${name}, 0) - coalesce(lag(f.${name}) over (partition by f.post_id order by f.at), 0) as ${name}`,
    );
  const { rows } = await ctx.db.orm.execute<DailyFigures & Record<string, unknown>>(sql`
    with steps as (
      select p.account_id, p.channel_id, p.platform, to_char(f.at at time zone ${zone}, 'YYYY-MM-DD') as day, 0 as posts,
        ${sql.join(FIGURES.map(step), sql`, `)}
      from ${publishingFigures} f join ${publishingPosts} p on p.id = f.post_id
      where ${inArray(sql`f.account_id`, ids)}
      union all
      select account_id, channel_id, platform, to_char(published_at at time zone ${zone}, 'YYYY-MM-DD'), 1, 0, 0, 0, 0
      from ${publishingPosts} where ${inArray(publishingPosts.accountId, ids)} and state = 'published')
    select account_id as "accountId", channel_id as "channelId", platform, day, sum(posts)::int as posts,
      sum(views)::float8 as views, sum(likes)::float8 as likes, sum(comments)::float8 as comments,
      sum(shares)::float8 as shares
    from steps where day between ${from} and ${to} group by 1, 2, 3, 4
    having sum(posts) + abs(sum(views)) + abs(sum(likes)) + abs(sum(comments)) + abs(sum(shares)) > 0
    order by day, 1, 3, 2`);
  return rows;
}

/** What other plugins are offered. */
export const offeredFigures = (ctx: ServerContext): PublishingFigures => ({
  daily: (query) => dailyFigures(ctx, query),
});
