import { and, eq, lte } from 'drizzle-orm';

import { eraseAccount } from './erase-account.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';

import { accountDeletions } from '../tables.ts';

/** Removes the data of a given-up account, unless an operator has restored it. */
export function deleteAccount(ctx: ServerContext): JobHandler {
  return async (run) => {
    const { accountId } = run.task;
    const [due] = await ctx.db.orm
      .select()
      .from(accountDeletions)
      .where(and(eq(accountDeletions.accountId, accountId), lte(accountDeletions.deleteAfter, ctx.clock.now())));
    const account = await ctx.accounts.find(ctx.db, accountId);
    if (due === undefined || account?.disabled !== true) {
      await run.complete();
      return;
    }
    await eraseAccount(ctx, accountId, async (erase) => {
      await run.complete(async (tx) => {
        await erase(tx);
        await ctx.audit.record(tx, { actor: 'system', action: 'account.delete', target: accountId, accountId });
      });
    });
  };
}
