import { sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Accounts } from '#core/server/services/accounts/accounts.ts';
import { roleAt } from '#core/server/services/accounts/role-at.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { Settings } from '#core/server/services/settings/settings.ts';

import { sizeInWords } from './size-in-words.ts';

const GIB = 1024 ** 3;

/** Space of an account, in bytes. */
export interface Space {
  /** What its counted files take; the same bytes under several names are counted once. */
  used: number;
  /** Null without limit. */
  total: number | null;
}

/** Bytes that an account may fill; null without limit. */
export type ReadCapacity = (tx: Tx, accountId: string) => Promise<number | null>;

/** The capacity that an account's level gives it. */
export function levelCapacity(parts: { accounts: Accounts; settings: Settings; clock: Clock }): ReadCapacity {
  const { accounts, settings, clock } = parts;
  return async (tx, accountId) => {
    const limits = await settings.get(LEVEL_LIMITS_SETTING);
    const account = await accounts.find(tx, accountId);
    const level = (account === undefined ? undefined : levelOfRole(roleAt(account, clock.now()))) ?? 'level0';
    const { gigabytes } = limits[level];
    return gigabytes === null ? null : Math.floor(gigabytes * GIB);
  };
}

/** What an account's counted files take, in bytes. */
export async function usedSpace(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await tx.orm.execute<{ bytes: string }>(sql`
    select coalesce(sum(size), 0)::text as bytes
    from (select distinct hash, size from core_files where account_id = ${accountId}::uuid and counted) as own`);
  return Number(rows[0]?.bytes ?? 0);
}

/** @throws expected `core:space-full` (413) */
export function refuseFull({ used, total }: Space, bytes: number): void {
  if (total === null || used + bytes <= total) return;
  const words = { used: sizeInWords(used), total: sizeInWords(total), needed: sizeInWords(bytes) };
  fail('core:space-full', words, { kind: 'too-large' });
}

/**
 * Makes everybody else who is about to record counted files of the account wait until the transaction ends. It is
 * taken after the lock of the bytes, never before.
 */
export async function lockSpace(tx: Tx, accountId: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`core-space ${accountId}`}, 0))`);
}

/** Whether the account has these bytes already, so that another record of them takes nothing. */
export async function isCounted(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`
    select 1 from core_files where account_id = ${accountId}::uuid and hash = ${hash} and counted limit 1`);
  return rows.length > 0;
}
