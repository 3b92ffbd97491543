import { sql } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { levelOfRole } from '#core/contract/tiers.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import { type Accounts, roleAt } from '#core/server/services/accounts/accounts.ts';
import { LEVEL_LIMITS_SETTING } from '#core/server/services/settings/level-limits.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';

const GIB = 1024 ** 3;

/** Space of a main account and its sub-accounts, in bytes. */
export interface Space {
  /** Used by counted files of all of them; identical bytes count once. */
  used: number;
  /** Null when unlimited. */
  total: number | null;
}

/** The capacity of a main account in bytes; null when unlimited. */
export type ReadCapacity = (tx: Tx, mainId: string) => Promise<number | null>;

/** The capacity that a main account's level includes. */
export function levelCapacity(parts: { accounts: Accounts; settings: OperatorSettings; clock: Clock }): ReadCapacity {
  const { accounts, settings, clock } = parts;
  return async (tx, mainId) => {
    const limits = await settings.get(LEVEL_LIMITS_SETTING);
    const account = await accounts.find(tx, mainId);
    const level = (account === undefined ? undefined : levelOfRole(roleAt(account, clock.now()))) ?? 'level0';
    const { gigabytes } = limits[level];
    return gigabytes === null ? null : Math.floor(gigabytes * GIB);
  };
}

/** The account whose space an account fills: its main account, or itself. */
export async function mainOf(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await tx.orm.execute<{ parent: string | null }>(sql`
    select parent_id as parent from core_accounts where id = ${accountId}::uuid`);
  return rows[0]?.parent ?? accountId;
}

/** A main account and its sub-accounts. */
const familyOf = (mainId: string) => sql`(
  select ${mainId}::uuid as account_id union all select id from core_accounts where parent_id = ${mainId}::uuid)`;

/** Bytes used by the counted files of a main account and its sub-accounts. */
export async function usedSpace(tx: Tx, mainId: string): Promise<number> {
  const { rows } = await tx.orm.execute<{ bytes: string }>(sql`
    select coalesce(sum(size), 0)::text as bytes
    from (select distinct hash, size from core_files join ${familyOf(mainId)} own using (account_id) where counted) as own`);
  return Number(rows[0]?.bytes ?? 0);
}

/** @throws expected `core:space-full` (413) */
export function refuseFull({ used, total }: Space, bytes: number): void {
  if (total === null || used + bytes <= total) return;
  const words = { used: sizeInWords(used), total: sizeInWords(total), needed: sizeInWords(bytes) };
  fail('core:space-full', words, { kind: 'too-large' });
}

/**
 * Locks the space of a main account until the transaction ends, against others that record counted files of it or of
 * its sub-accounts. Always taken after the lock of the bytes.
 */
export async function lockSpace(tx: Tx, mainId: string): Promise<void> {
  await tx.orm.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`core-space ${mainId}`}, 0))`);
}

/** Whether a main account or one of its sub-accounts already has these bytes, so that another record takes no space. */
export async function isCounted(tx: Tx, mainId: string, hash: string): Promise<boolean> {
  const { rows } = await tx.orm.execute(sql`
    select 1 from core_files join ${familyOf(mainId)} own using (account_id) where hash = ${hash} and counted limit 1`);
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
