import type { ServerContext } from '#core/server/plugins/context.ts';

import type { OrderRow } from '../tables.ts';
import { fulfilOrder } from './fulfil-order.ts';
import { lockOrder, moveOrder, takePaymentState } from './move-order.ts';

/**
 * Asks an order's payment service how far it is, and does what follows from it. A service that does not answer is asked
 * again later; after hours an operator has to look.
 * @param options.ends whether an order that is not paid is ended at the service
 */
export async function askService(
  ctx: ServerContext,
  { id, number, service }: OrderRow,
  { ends }: { ends: boolean },
): Promise<OrderRow> {
  try {
    const { provider } = await ctx.providers.one('payment', service);
    let said = await provider.check(number);
    if (said.state === 'open' && ends) {
      await provider.close(number);
      // Paid between the two, it cannot be closed any more.
      const after = await provider.check(number);
      said = after.state === 'open' ? { state: 'closed' } : after;
    }
    const moved = await takePaymentState(ctx, id, said);
    return moved.state === 'paid' || moved.state === 'late-paid' ? await giveSoon(ctx, moved) : moved;
  } catch (error) {
    ctx.log.warn({ err: error, order: number, service }, 'a payment service could not be asked for an order');
    return await ctx.db.transaction(async (tx) => {
      const row = await lockOrder(tx, id);
      return ends ? await moveOrder(ctx, tx, row, { type: 'failed' }) : row;
    });
  }
}

/** Gives what was bought now; when that fails, it is tried again a minute later. */
export async function giveSoon(ctx: ServerContext, row: OrderRow): Promise<OrderRow> {
  try {
    return await fulfilOrder(ctx, row.id);
  } catch (error) {
    ctx.log.error({ err: error, order: row.number }, 'a paid order could not be fulfilled; it is tried again');
    return await ctx.db.transaction(async (tx) => moveOrder(ctx, tx, await lockOrder(tx, row.id), { type: 'failed' }));
  }
}
