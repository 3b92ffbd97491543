import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { materialsChanged } from '#plugins/materials/events.ts';

/** Ids of one event. */
const MAX_IDS = 1000;

/** Tells open pages of the account which materials are other than they were. */
export async function publishChanged(
  ctx: Pick<ServerContext, 'events'>,
  tx: Tx,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  for (let from = 0; from === 0 || from < ids.length; from += MAX_IDS) {
    await ctx.events.publish(tx, materialsChanged, { accountId, data: { ids: ids.slice(from, from + MAX_IDS) } });
  }
}
