import type { ServerContext } from '#core/server/plugins/context.ts';

import { enqueuePreparation } from '../items/add-item.ts';
import { lockItem, updateItems } from '../items/find-item.ts';
import type { MaterialRow } from '../items/material-row.ts';
import { publishChanged } from '../items/publish-changed.ts';

/**
 * Looks again at a material whose preparation failed; any other is answered as it is.
 * @throws expected `materials:missing` (404)
 */
export async function prepareAgain(ctx: ServerContext, accountId: string, id: string): Promise<MaterialRow> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockItem(tx, accountId, id);
    if (row.state !== 'failed') return row;
    const values = { state: 'preparing', error: null } as const;
    await updateItems(tx, accountId, [id], values);
    await enqueuePreparation(ctx, tx, accountId, id);
    await publishChanged(ctx, tx, accountId, [id]);
    return { ...row, ...values };
  });
}
