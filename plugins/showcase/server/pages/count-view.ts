import { createHmac } from 'node:crypto';

import { lt, sql } from 'drizzle-orm';

import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { showcaseVisits } from '../tables.ts';

/** Programs that say that they are programs. */
const PROGRAM =
  /(?<!cu)bot|crawl|spider|slurp|preview|headless|lighthouse|externalhit|embed|fetch|scan|monitor|curl|wget|python|java\/|okhttp|go-http|axios|node/i;

/**
 * Counts a visitor of a post, once a day. Who it was is kept until the day is over, as a hash that says nothing on another
 * day or of another post.
 */
export async function countView(
  { db, clock, keyFor }: Pick<ServerContext, 'db' | 'clock' | 'keyFor'>,
  postId: string,
  { ip, headers }: Pick<CallContext['request'], 'ip' | 'headers'>,
): Promise<void> {
  const agent = headers['user-agent'] ?? '';
  const from = headers['sec-fetch-site'];
  if (agent === '' || PROGRAM.test(agent) || (from !== undefined && from !== 'same-origin')) return;
  const day = dayOf(clock.now());
  const visitor = createHmac('sha256', keyFor('showcase-visitors'))
    .update(JSON.stringify([day, postId, ip, agent]))
    .digest('base64url')
    .slice(0, 22);
  await db.orm.execute(sql`
    with counted as (
      insert into showcase_visits (post_id, day, visitor) values (${postId}::uuid, ${day}::date, ${visitor})
      on conflict do nothing returning 1
    )
    update showcase_posts set plays = plays + 1 where id = ${postId}::uuid and exists (select from counted)`);
}

/** Forgets who watched on earlier days. @returns how many */
export async function sweepVisits({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const { rowCount } = await db.orm.delete(showcaseVisits).where(lt(showcaseVisits.day, dayOf(clock.now())));
  return rowCount ?? 0;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
