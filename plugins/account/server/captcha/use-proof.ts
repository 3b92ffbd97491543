import { and, eq, gt, isNull, or } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { accountProofs } from '../tables.ts';
import { hashSecret, type Visitor } from '../visitor.ts';

/**
 * Uses up the proof of a solved puzzle for one mobile number.
 * @throws expected `account:refused.captcha` when it is unknown, used, too old, of another address or for another number
 */
export async function useProof(ctx: ServerContext, visitor: Visitor, proof: string, mobile: string): Promise<void> {
  const now = ctx.clock.now();
  const used = await ctx.db.orm
    .update(accountProofs)
    .set({ usedAt: now, mobile })
    .where(
      and(
        eq(accountProofs.proofHash, hashSecret(proof)),
        eq(accountProofs.address, visitor.address),
        or(isNull(accountProofs.mobile), eq(accountProofs.mobile, mobile)),
        isNull(accountProofs.usedAt),
        gt(accountProofs.expiresAt, now),
      ),
    )
    .returning({ proofHash: accountProofs.proofHash });
  if (used.length === 0) fail('account:refused.captcha');
}
