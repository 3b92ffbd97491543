import { sql } from 'drizzle-orm';

import type { Database } from './database.ts';

/** The result of {@link takeRate}. */
export interface Rate {
  allowed: boolean;
  /** Uses left in the window. */
  remaining: number;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/** What is counted, and how often it is allowed. */
export interface RateLimit {
  /** What is limited, such as `sms:13800000000`. */
  key: string;
  limit: number;
  windowSeconds: number;
}

/**
 * Counts a use against a limit shared by all processes: at most `limit` in a window of `windowSeconds` that starts with
 * the first use. Takes the database and never a transaction: a refused caller rolls back but must still be counted.
 * @param key what is limited, such as `sms:13800000000`
 */
export async function takeRate(db: Database, key: string, limit: number, windowSeconds: number): Promise<Rate> {
  const [rate] = await takeRates(db, [{ key, limit, windowSeconds }]);
  return rate ?? { allowed: true, remaining: limit, retryAfter: 0 };
}

interface Counted extends Record<string, unknown> {
  key: string;
  count: number;
  seconds: number;
}

/** {@link takeRate} for several different limits at once, in one statement; answers in their order. */
export async function takeRates(db: Database, limits: readonly RateLimit[]): Promise<Rate[]> {
  // In one order everywhere, so that two statements never wait for each other's rows.
  const rows = limits
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, limit, windowSeconds }) => sql`(${key}::text, ${limit}::int, ${windowSeconds}::int)`);
  const { rows: counted } = await db.orm.execute<Counted>(sql`
    with taken (key, most, seconds) as (values ${sql.join(rows, sql`, `)})
    insert into core_limits as l (key, count, expires_at)
    select key, 1, now() + make_interval(secs => seconds) from taken
    on conflict (key) do update set
      count = case when l.expires_at <= now() then 1
        else least(l.count, (select most from taken where taken.key = l.key)) + 1 end,
      expires_at = case when l.expires_at <= now() then excluded.expires_at else l.expires_at end
    -- A statement that waited for another one reckons from before that one began.
    returning key, count, least(
      (select seconds from taken where taken.key = l.key),
      ceil(extract(epoch from expires_at - now()))::int
    ) as seconds`);
  const found = new Map(counted.map((row) => [row.key, row]));
  return limits.map(({ key, limit }) => {
    const { count = 0, seconds = 0 } = found.get(key) ?? {};
    return { allowed: count <= limit, remaining: Math.max(0, limit - count), retryAfter: seconds };
  });
}

/** Gives back one use each of limits that were taken, as of an attempt that turned out to be none to limit. */
export async function giveBackRates(db: Database, limits: readonly RateLimit[]): Promise<void> {
  const rows = limits
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, limit }) => sql`(${key}::text, ${limit}::int)`);
  await db.orm.execute(sql`
    update core_limits as l set count = greatest(least(l.count, given.most) - 1, 0)
    from (values ${sql.join(rows, sql`, `)}) as given (key, most)
    where l.key = given.key and l.expires_at > now()`);
}

/** How often a limit was used in its present window. */
export async function usesOf(db: Database, key: string): Promise<number> {
  const { rows } = await db.orm.execute<{ count: number }>(sql`
    select count from core_limits where key = ${key} and expires_at > now()`);
  return rows[0]?.count ?? 0;
}

/** Removes expired counters. @returns how many */
export async function pruneRates(db: Database): Promise<number> {
  const { rowCount } = await db.orm.execute(sql`delete from core_limits where expires_at <= now()`);
  return rowCount ?? 0;
}
