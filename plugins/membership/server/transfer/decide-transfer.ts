import { eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { giveSoon } from '../orders/ask-service.ts';
import { applyPaymentState, lockOrder, moveOrder } from '../orders/move-order.ts';
import { SLIP_AGAIN } from '../orders/order-state.ts';
import { membershipTransfers, type OrderRow } from '../tables.ts';
import { slipHolder } from './send-slip.ts';

/** What an operator found on the bank statement. */
export interface ArrivedTransfer {
  /** In fen. */
  amount: number;
  /** The bank's own name of the transfer. */
  reference: string;
}

/**
 * Confirms that a transfer has arrived. What was bought is given when the amount is right; otherwise, and when the transfer
 * was counted for another order, the order goes on waiting for an operator with that as the reason.
 * @throws expected `membership:operator.no-slip` (409) for an order that waits for no transfer
 */
export async function confirmTransfer(
  ctx: ServerContext,
  order: OrderRow,
  { amount, reference }: ArrivedTransfer,
  operator: string,
): Promise<OrderRow> {
  const { number } = order;
  const paidAt = ctx.clock.now();
  const moved = await ctx.db.transaction(async (tx) => {
    const row = await lockOrder(tx, order.id);
    assertTransfer(row);
    const arrived = { state: 'paid', amount, reference, paidAt } as const;
    await tx.orm.update(membershipTransfers).set(arrived).where(eq(membershipTransfers.number, number));
    await ctx.files.release(tx, row.accountId, slipHolder(number));
    await ctx.audit.record(tx, {
      ...{ actor: operator, action: 'order.transfer-confirmed', target: number, accountId: row.accountId },
      details: { amount, reference },
    });
    const said = { state: 'paid', amount, currency: row.currency, transaction: reference, at: paidAt } as const;
    return await applyPaymentState(ctx, tx, row, said);
  });
  return moved.state === 'paid' ? await giveSoon(ctx, moved) : moved;
}

/**
 * Tells the payer that a slip does not prove the payment; another one can be sent for three days.
 * @throws expected `membership:operator.no-slip` (409)
 */
export async function refuseSlip(
  ctx: ServerContext,
  order: OrderRow,
  note: string,
  operator: string,
): Promise<OrderRow> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockOrder(tx, order.id);
    assertTransfer(row);
    await tx.orm.update(membershipTransfers).set({ state: 'open' }).where(eq(membershipTransfers.number, row.number));
    await ctx.files.release(tx, row.accountId, slipHolder(row.number));
    const expiresAt = new Date(ctx.clock.now().getTime() + SLIP_AGAIN);
    const values = { note, expiresAt };
    return await moveOrder(ctx, tx, row, { type: 'slip-refused' }, { values, actor: operator, why: note });
  });
}

function assertTransfer({ state, reason }: OrderRow): void {
  if (state !== 'review' || reason !== 'transfer') fail('membership:operator.no-slip', {}, { kind: 'conflict' });
}
