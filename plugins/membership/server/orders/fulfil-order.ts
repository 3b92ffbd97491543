import { eq } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { type PriceList, USUAL_PRICES } from '#plugins/membership/price-list.ts';
import { giveAmount, giveLevel } from '../give/give-benefit.ts';
import { membershipPriceLists, type OrderRow } from '../tables.ts';
import { lockOrder, moveOrder, type OrderServices } from './move-order.ts';

type Services = OrderServices & Pick<ServerContext, 'accounts' | 'ledger'>;

/**
 * Gives what was bought: the level, what the ledger counts, and the order's new state, in one transaction. Asked again, also
 * at the same time, it gives nothing more.
 */
export async function fulfilOrder(ctx: Services, orderId: string): Promise<OrderRow> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockOrder(tx, orderId);
    if (row.state !== 'paid' && row.state !== 'late-paid') return row;
    const { accountId, number, purchase } = row;
    const giving = {
      ...{ accountId, key: `order:${number}`, kind: 'top-up' as const },
      facts: { service: 'membership.order', name: number },
    };
    if (purchase.kind === 'level') {
      const { level, days } = purchase;
      // What is left of another level counts as it is now: another order may have counted it meanwhile.
      const refusal = await giveLevel(ctx, tx, await pricesOf(tx, row.priceListId), { ...giving, level, days });
      if (refusal !== null) {
        return await moveOrder(ctx, tx, row, { type: 'unfulfillable', reason: `level-${refusal}` });
      }
    } else {
      const unit = purchase.kind === 'balance' ? 'fen' : purchase.unit;
      await giveAmount(ctx, tx, { ...giving, unit, amount: purchase.amount });
    }
    return await moveOrder(ctx, tx, row, { type: 'fulfilled' }, { values: { fulfilledAt: ctx.clock.now() } });
  });
}

async function pricesOf(tx: Tx, id: string | null): Promise<PriceList> {
  if (id === null) return USUAL_PRICES;
  const [list] = await tx.orm.select().from(membershipPriceLists).where(eq(membershipPriceLists.id, id));
  return list?.prices ?? USUAL_PRICES;
}
