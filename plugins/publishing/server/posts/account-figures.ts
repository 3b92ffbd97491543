import { sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { FIGURE_DAYS, readAccountFigures } from '#plugins/publishing/figure-calls.ts';
import { listChannels } from '../channels/own-channels.ts';
import { dayIn } from './deal.ts';

const DAY = 24 * 60 * 60_000;

interface Asked {
  accountId: string;
  days: (typeof FIGURE_DAYS)[number];
  zone: string;
}

interface GainedRow {
  channel: string | null;
  day: string;
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

const NOTHING = { views: 0, likes: 0, comments: 0, shares: 0 };

/** How the posts of each account have done lately. @throws expected `publishing:zone` (422) */
export async function accountFigures(
  ctx: ServerContext,
  { accountId, days, zone }: Asked,
  language: MessageLanguage,
): Promise<CallData<typeof readAccountFigures>> {
  const dayOf = dayIn(zone);
  const now = ctx.clock.now();
  const list = Array.from({ length: Number(days) }, (_, number) =>
    dayOf(new Date(now.getTime() - (Number(days) - 1 - number) * DAY)),
  );
  const [first = dayOf(now)] = list;
  const { channels } = await listChannels(ctx, accountId, language);
  const gained = await gainedSince(ctx, { accountId, zone, first });
  const published = await publishedSince(ctx, { accountId, zone, first });
  const before = await followersSince(ctx, accountId, first);
  const sum = (rows: readonly GainedRow[]) =>
    rows.reduce(
      (total, { views, likes, comments, shares }) => ({
        ...{ views: total.views + views, likes: total.likes + likes },
        ...{ comments: total.comments + comments, shares: total.shares + shares },
      }),
      NOTHING,
    );
  const accounts = channels.map(({ id, name, picture, service, group, followers }) => {
    const then = before.get(id);
    return {
      ...{ id, name, picture, service, group, followers },
      posts: published.get(id) ?? 0,
      ...sum(gained.filter((row) => row.channel === id)),
      gained: followers === null || then === undefined ? null : followers - then,
    };
  });
  const byDay = Map.groupBy(gained, ({ day }) => day);
  return { accounts, days: list.map((day) => ({ day, ...sum(byDay.get(day) ?? []) })) };
}

interface Since {
  accountId: string;
  zone: string;
  /** The first day. */
  first: string;
}

/** What was added, by account and day: each reading less the one before it. */
async function gainedSince({ db }: ServerContext, { accountId, zone, first }: Since): Promise<GainedRow[]> {
  const step = (name: string) =>
    sql.raw(
      `coalesce(f.${name}, 0) - coalesce(lag(f.${name}) over (partition by f.post_id order by f.at), 0) as ${name}`,
    );
  const { rows } = await db.orm.execute<GainedRow & Record<string, unknown>>(sql`
    with steps as (
      select p.channel_id, to_char(f.at at time zone ${zone}, 'YYYY-MM-DD') as day,
        ${step('views')}, ${step('likes')}, ${step('comments')}, ${step('shares')}
      from publishing_figures f join publishing_posts p on p.id = f.post_id
      where f.account_id = ${accountId})
    select channel_id as channel, day, sum(views)::float8 as views, sum(likes)::float8 as likes,
      sum(comments)::float8 as comments, sum(shares)::float8 as shares
    from steps where day >= ${first} group by 1, 2`);
  return rows;
}

async function publishedSince({ db }: ServerContext, { accountId, zone, first }: Since): Promise<Map<string, number>> {
  const { rows } = await db.orm.execute<{ channel: string; posts: number }>(sql`
    select channel_id as channel, count(*)::int as posts from publishing_posts
    where account_id = ${accountId} and state = 'published' and channel_id is not null
      and to_char(published_at at time zone ${zone}, 'YYYY-MM-DD') >= ${first}
    group by 1`);
  return new Map(rows.map(({ channel, posts }) => [channel, posts]));
}

/** How many followed each account when it was first known since a day. */
async function followersSince({ db }: ServerContext, accountId: string, first: string): Promise<Map<string, number>> {
  const { rows } = await db.orm.execute<{ channel: string; followers: number }>(sql`
    select distinct on (channel_id) channel_id as channel, followers from publishing_followers
    where account_id = ${accountId} and day >= ${first}::date order by channel_id, day`);
  return new Map(rows.map(({ channel, followers }) => [channel, followers]));
}
