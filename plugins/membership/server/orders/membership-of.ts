import { levelOfRole } from '#core/contract/tiers.ts';
import { roleAt, type AccountRow } from '#core/server/services/accounts/accounts.ts';

import type { Membership } from '#plugins/membership/terms.ts';

/** The membership that an account has at a time. */
export function membershipOf(account: AccountRow, now: Date): Membership {
  const level = levelOfRole(roleAt(account, now)) ?? 'level0';
  return { level, until: level === 'level0' ? null : account.roleUntil };
}
