import { sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { type Accounts, roleAt } from '#core/server/services/accounts/accounts.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

const GIB = 1024 ** 3;

/** Space of an account, in bytes. */
export interface Space {
  /** Used by counted files; identical bytes count once. */
  used: number;
  /** Null when unlimited. */
  total: number | null;
}

/** The capacity of an account in bytes; null when unlimited. */
export type ReadCapacity = (tx: Tx, accountId: string) => Promise<number | null>;

/** The capacity that an account's level includes. */
export function levelCapacity(parts: { accounts: Accounts; settings: OperatorSettings; clock: Clock }): ReadCapacity {
  const { accounts, settings, clock } = parts;
  return async (tx, accountId) => {
    const limits = await settings.get(LEVEL_LIMITS_SETTING);
    const account = await accounts.find(tx, accountId);
    const level = (account === undefined ? undefined : levelOfRole(roleAt(account, clock.now()))) ?? 'level0';
    const { gigabytes } = limits[level];
    return gigabytes === null ? null : Math.floor(gigabytes * GIB);
  };
}

/** Bytes used by an account's counted files. */
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
 * Locks the account's space until the transaction ends, against others that record counted files. Always taken after
 * the lock of the bytes.
 */
export async function lockSpace(tx: Tx, accountId: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`core-space ${accountId}`}, 0))`);
}

/** Whether the account already has these bytes, so that another record takes no space. */
export async function isCounted(tx: Tx, accountId: string, hash: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`
    select 1 from core_files where account_id = ${accountId}::uuid and hash = ${hash} and counted limit 1`);
  return rows.length > 0;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes as a person reads them: `9.85 GB`, three digits at most. The same in every language. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1) return '0 B';
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** step;
  const digits = step === 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
  return `${Number(amount.toFixed(digits))} ${UNITS[step] ?? 'PB'}`;
}
