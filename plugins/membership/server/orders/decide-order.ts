import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { membershipOrders, type OrderRow } from '../tables.ts';
import { lockOrder, moveOrder, type OrderServices } from './move-order.ts';

/** An order by its number, whoever made it. @throws expected `membership:order.missing` (404) */
export async function findOrder(tx: Tx, number: string): Promise<OrderRow> {
  const [found] = await tx.orm.select().from(membershipOrders).where(eq(membershipOrders.number, number));
  return found ?? fail('membership:order.missing', {}, { kind: 'not-found' });
}

/**
 * Ends an operator's look at an order: what was paid stands, or went back by hand.
 * @throws expected `membership:orders.not-in-review` (409), `membership:orders.unconfirmed` (409) for accepting a transfer
 *   of which nobody has said what arrived
 */
export async function decideOrder(
  ctx: OrderServices,
  { id, number }: Pick<OrderRow, 'id' | 'number'>,
  { type, reason, actor }: { type: 'accepted' | 'given-up'; reason: string; actor: string },
): Promise<OrderRow> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockOrder(tx, id);
    if (row.state !== 'review') return fail('membership:orders.not-in-review', { number }, { kind: 'conflict' });
    if (type === 'accepted' && row.reason === 'transfer') {
      return fail('membership:orders.unconfirmed', { number }, { kind: 'conflict' });
    }
    return await moveOrder(ctx, tx, row, { type }, { actor, why: reason });
  });
}
