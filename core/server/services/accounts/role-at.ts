import { ADAPTED_ROLE_CODES } from '#core/contract/tiers.ts';

import type { AccountRow } from './accounts.ts';

/** The stored role that counts at a time: a membership that has ended is the free version. */
export function roleAt({ roleCode, roleUntil }: Pick<AccountRow, 'roleCode' | 'roleUntil'>, now: Date): number {
  return roleUntil !== null && roleUntil <= now ? ADAPTED_ROLE_CODES.level0 : roleCode;
}
