import { fail } from '#core/contract/errors.ts';
import type { Caller, SessionEnd } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Visitor } from '../visitor.ts';

/**
 * Ends a session of the caller's account; its open pages hear of it at once.
 * @throws expected `account:refused.session-missing` (404), also for a session of somebody else
 */
export async function endSession(
  ctx: ServerContext,
  visitor: Visitor,
  { caller, id, reason = 'ended' }: { caller: Caller; id: string; reason?: SessionEnd },
): Promise<null> {
  await ctx.db.transaction(async (tx) => {
    const live = await ctx.accounts.liveSessions(tx, caller.accountId);
    if (!live.some((session) => session.id === id)) {
      fail('account:refused.session-missing', {}, { kind: 'not-found' });
    }
    await ctx.accounts.revokeSession(tx, id, reason);
    await ctx.audit.record(tx, {
      ...{ actor: caller.accountId, accountId: caller.accountId, target: id },
      action: reason === 'logged-out' ? 'account.logout' : 'account.end-session',
      ...{ ip: visitor.ip, requestId: visitor.requestId },
    });
  });
  return null;
}
