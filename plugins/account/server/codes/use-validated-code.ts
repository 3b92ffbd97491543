import { and, eq, gt, isNull } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { accountCodes } from '../tables.ts';

/**
 * Uses up a code that this browser has validated.
 * @throws expected `account:refused.code-not-validated`
 */
export async function useValidatedCode(
  ctx: ServerContext,
  tx: Tx,
  { mobile, browserHash }: { mobile: string; browserHash: string },
): Promise<void> {
  const now = ctx.clock.now();
  const used = await tx.orm
    .update(accountCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(accountCodes.mobile, mobile),
        eq(accountCodes.validatedBy, browserHash),
        gt(accountCodes.validatedUntil, now),
        isNull(accountCodes.usedAt),
      ),
    )
    .returning({ id: accountCodes.id });
  if (used.length === 0) fail('account:refused.code-not-validated');
}
