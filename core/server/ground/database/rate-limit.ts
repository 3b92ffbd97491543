import { sql, type SQL } from 'drizzle-orm';

import type { Database } from './database.ts';

/** The result of {@link takeRate}. */
export interface Rate {
  allowed: boolean;
  /** Uses left in the window. */
  remaining: number;
  /** Seconds until the window ends. */
  retryAfter: number;
}

/**
 * Counts a use against a limit shared by all processes: at most `limit` in a window of `windowSeconds` that starts with
 * the first use. Takes the database and never a transaction: a refused caller rolls back but must still be counted.
 * @param key what is limited, such as `sms:13800000000`
 */
export async function takeRate(db: Database, key: string, limit: number, windowSeconds: number): Promise<Rate> {
  return rateOf(await count(db, key, limit, windowSeconds, sql`null::boolean`), limit);
}

interface Counted extends Record<string, unknown> {
  count: number;
  seconds: number;
  spent: boolean | null;
}

async function count(db: Database, key: string, limit: number, windowSeconds: number, spent: SQL): Promise<Counted> {
  const { rows } = await db.orm.execute<Counted>(sql`
    insert into core_limits as l (key, count, expires_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when l.expires_at <= now() then 1 else least(l.count, ${limit}) + 1 end,
      expires_at = case when l.expires_at <= now() then excluded.expires_at else l.expires_at end
    -- A statement that waited for another one reckons from before that one began.
    returning count, least(${windowSeconds}::int, ceil(extract(epoch from expires_at - now()))::int) as seconds, ${spent} as spent`);
  return rows[0] ?? { count: 0, seconds: 0, spent: null };
}

function rateOf(row: Counted, limit: number): Rate {
  return { allowed: row.count <= limit, remaining: Math.max(0, limit - row.count), retryAfter: row.seconds };
}

/** Whether a limit of {@link takeRate} is exhausted; counts nothing. */
export async function isRateSpent(db: Database, key: string, limit: number): Promise<boolean> {
  const { rows } = await db.orm.execute<{ spent: boolean }>(sql`
    select count >= ${limit} as spent from core_limits where key = ${key} and expires_at > now()`);
  return rows[0]?.spent === true;
}

/** The result of {@link takeRateBeside}. */
export interface RateBeside extends Rate {
  /** Whether the other limit is exhausted. */
  otherSpent: boolean;
}

/**
 * {@link takeRate} that also reports, in the same statement, whether another limit is exhausted, without counting
 * against that one.
 */
export async function takeRateBeside(
  db: Database,
  { key, limit, windowSeconds }: { key: string; limit: number; windowSeconds: number },
  other: { key: string; limit: number },
): Promise<RateBeside> {
  const spent = sql`(select count >= ${other.limit} from core_limits where key = ${other.key} and expires_at > now())`;
  const row = await count(db, key, limit, windowSeconds, spent);
  return { ...rateOf(row, limit), otherSpent: row.spent === true };
}

/** Removes expired counters. @returns how many */
export async function pruneRates(db: Database): Promise<number> {
  const { rowCount } = await db.orm.execute(sql`delete from core_limits where expires_at <= now()`);
  return rowCount ?? 0;
}
