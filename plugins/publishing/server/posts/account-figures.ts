import { sql } from 'drizzle-orm';

import type { CallData } from '#core/contract/call.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { FIGURE_DAYS, readAccountFigures } from '#plugins/publishing/figure-calls.ts';
import { listChannels } from '../channels/own-channels.ts';
import type { DailyFigures } from '../api.ts';
import { dailyFigures } from './daily-figures.ts';
import { dayIn } from './times.ts';

const DAY = 24 * 60 * 60_000;

interface Asked {
  accountId: string;
  days: (typeof FIGURE_DAYS)[number];
  zone: string;
}

type Gained = Pick<DailyFigures, 'views' | 'likes' | 'comments' | 'shares'>;

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
  const gained = await dailyFigures(ctx, { accountId, zone, from: first, to: list.at(-1) ?? first });
  const before = await followersSince(ctx, accountId, first);
  const sum = (rows: readonly Gained[]) =>
    rows.reduce(
      (total, { views, likes, comments, shares }) => ({
        ...{ views: total.views + views, likes: total.likes + likes },
        ...{ comments: total.comments + comments, shares: total.shares + shares },
      }),
      NOTHING,
    );
  const accounts = channels.map(({ id, name, picture, service, group, followers }) => {
    const then = before.get(id);
    const own = gained.filter(({ channelId }) => channelId === id);
    return {
      ...{ id, name, picture, service, group, followers },
      posts: own.reduce((total, { posts }) => total + posts, 0),
      ...sum(own),
      gained: followers === null || then === undefined ? null : followers - then,
    };
  });
  const byDay = Map.groupBy(gained, ({ day }) => day);
  return { accounts, days: list.map((day) => ({ day, ...sum(byDay.get(day) ?? []) })) };
}

/** How many followed each account when it was first known since a day. */
async function followersSince({ db }: ServerContext, accountId: string, first: string): Promise<Map<string, number>> {
  const { rows } = await db.orm.execute<{ channel: string; followers: number }>(sql`
    select distinct on (channel_id) channel_id as channel, followers from publishing_followers
    where account_id = ${accountId} and day >= ${first}::date order by channel_id, day`);
  return new Map(rows.map(({ channel, followers }) => [channel, followers]));
}
