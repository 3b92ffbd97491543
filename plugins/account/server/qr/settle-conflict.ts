import { and, eq, gt } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { identitiesOf } from '../accounts/identities.ts';
import { DELETE_ACCOUNT } from '../accounts/job-names.ts';
import { accountConflicts, accountDeletions, accountIdentities } from '../tables.ts';
import { hashSecret, type Visitor } from '../visitor.ts';

/** How long the data of a given-up account is kept for the operator to restore. */
const KEPT_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Settles a conflict: the named account is disabled and its data goes after 30 days; what it was known by passes to
 * the other account, which the user then logs in to.
 * @throws expected `account:refused.conflict-expired`, also for another browser's key and for any other account
 */
export async function settleConflict(
  ctx: ServerContext,
  visitor: Visitor,
  { accountId, key }: { accountId: string; key: string },
): Promise<null> {
  await ctx.db.transaction(async (tx) => {
    const [conflict] = await tx.orm
      .delete(accountConflicts)
      .where(
        and(
          eq(accountConflicts.keyHash, hashSecret(key)),
          eq(accountConflicts.browserHash, visitor.browserHash ?? ''),
          gt(accountConflicts.expiresAt, ctx.clock.now()),
        ),
      )
      .returning();
    const pair = conflict === undefined ? [] : [conflict.mobileAccountId, conflict.qrCodeAccountId];
    const kept = pair.find((id) => id !== accountId);
    if (kept === undefined || !pair.includes(accountId)) fail('account:refused.conflict-expired');
    await giveUp(ctx, tx, { accountId, kept });
    await ctx.audit.record(tx, {
      ...{ actor: kept, action: 'account.give-up', target: accountId, accountId: kept },
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
  });
  return null;
}

async function giveUp(
  ctx: ServerContext,
  tx: Tx,
  { accountId, kept }: { accountId: string; kept: string },
): Promise<void> {
  const [given, own] = [await identitiesOf(tx, accountId), await identitiesOf(tx, kept)];
  for (const [kind, value] of given) {
    const identity = and(eq(accountIdentities.kind, kind), eq(accountIdentities.value, value));
    if (own.has(kind)) await tx.orm.delete(accountIdentities).where(identity);
    else await tx.orm.update(accountIdentities).set({ accountId: kept }).where(identity);
  }
  await ctx.accounts.disable(tx, accountId);
  const now = ctx.clock.now();
  const deleteAfter = new Date(now.getTime() + KEPT_DAYS * DAY);
  const identities = [...given].map(([kind, value]) => ({ kind, value }));
  const row = { accountId, identities, createdAt: now, deleteAfter };
  await tx.orm
    .insert(accountDeletions)
    .values(row)
    .onConflictDoUpdate({ target: accountDeletions.accountId, set: row });
  await ctx.jobs.enqueue(tx, DELETE_ACCOUNT, { accountId, payload: { accountId }, startAfter: deleteAfter });
}
