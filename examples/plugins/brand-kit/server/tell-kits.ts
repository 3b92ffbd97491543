import type { ServerContext, Tx } from '@reelport/core/server';

import { kitsChanged } from '../events.ts';

/** Tells the open browsers of an account that its kits are other ones now. */
export async function tellKits(ctx: Pick<ServerContext, 'events'>, tx: Tx, accountId: string): Promise<void> {
  await ctx.events.publish(tx, kitsChanged, { accountId });
}
