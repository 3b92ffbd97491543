import { accountChanged } from '#core/contract/kernel-events.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

/** Changes the user's name; their open pages hear of it. */
export async function updateProfile(
  ctx: ServerContext,
  { accountId }: Caller,
  { fdName }: { fdName: string },
): Promise<null> {
  await ctx.db.transaction(async (tx) => {
    await ctx.accounts.rename(tx, accountId, fdName);
    await ctx.events.publish(tx, accountChanged, { accountId });
  });
  return null;
}
