import type { ServerContext, Tx } from '@reelport/core/server';

import { kitsChanged } from '../events.ts';

/** Notifies the account's open browsers that its kits have changed. */
export async function tellKits(ctx: Pick<ServerContext, 'events'>, tx: Tx, accountId: string): Promise<void> {
  await ctx.events.publish(tx, kitsChanged, { accountId });
}
