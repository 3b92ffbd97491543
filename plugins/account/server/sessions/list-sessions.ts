import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { LiveSession } from '#plugins/account/calls.ts';
import { describeBrowser } from '#core/server/services/accounts/describe-browser.ts';

/** Where the caller's account is logged in, last seen first. */
export async function listSessions(ctx: ServerContext, caller: Caller): Promise<LiveSession[]> {
  const live = await ctx.accounts.liveSessions(ctx.db, caller.accountId);
  return live
    .toSorted((a, b) => b.seenAt.getTime() - a.seenAt.getTime())
    .map(({ id, userAgent, ip, createdAt, seenAt }) => ({
      id,
      current: id === caller.sessionId,
      browser: describeBrowser(userAgent),
      ip: ip ?? '',
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
    }));
}
