import { sql } from 'drizzle-orm';

import type { Database } from './database.ts';

/** The answer of {@link takeRate}. */
export interface Rate {
  allowed: boolean;
  /** How many more the window allows. */
  remaining: number;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/**
 * Counts one use against a limit that holds over all processes: at most `limit` in a window of
 * `windowSeconds` that begins with the first use. Takes the database and never a transaction, for a
 * refused caller rolls back and must still be counted.
 * @param key what is limited, such as `sms:13800000000`
 */
export async function takeRate(db: Database, key: string, limit: number, windowSeconds: number): Promise<Rate> {
  const { rows } = await db.orm.execute<{ count: number; seconds: number }>(sql`
    insert into core_limits as l (key, count, expires_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when l.expires_at <= now() then 1 else least(l.count, ${limit}) + 1 end,
      expires_at = case when l.expires_at <= now() then excluded.expires_at else l.expires_at end
    returning count, ceil(extract(epoch from expires_at - now()))::int as seconds`);
  const row = rows[0] ?? { count: 0, seconds: 0 };
  return { allowed: row.count <= limit, remaining: Math.max(0, limit - row.count), retryAfter: row.seconds };
}

/** Removes counters whose window has ended; answers how many. */
export async function pruneRates(db: Database): Promise<number> {
  const { rowCount } = await db.orm.execute(sql`delete from core_limits where expires_at <= now()`);
  return rowCount ?? 0;
}
