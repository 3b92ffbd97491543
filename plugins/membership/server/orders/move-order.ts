import { and, eq, ne } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { publishEvent } from '#core/server/services/events/publish-event.ts';
import type { PaymentState } from '#core/server/services/providers/payment.ts';

import { orderChanged } from '#plugins/membership/events.ts';
import { membershipOrders, type OrderRow } from '../tables.ts';
import { nextOrder, type OrderEvent } from './order-state.ts';

/** What moving orders needs. */
export type OrderServices = Pick<ServerContext, 'db' | 'audit' | 'clock'>;

/** Locks an order until the transaction ends. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow> {
  const [row] = await tx.orm.select().from(membershipOrders).where(eq(membershipOrders.id, id)).for('update');
  if (row === undefined) throw new TypeError(`there is no order ${id}`);
  return row;
}

/**
 * Lets something happen to an order that the transaction has locked. What changes its state is audited, and told to the
 * account's open pages.
 * @returns the order as it is from now on
 */
export async function moveOrder(
  { db, audit, clock }: OrderServices,
  tx: Tx,
  row: OrderRow,
  event: OrderEvent,
  { values = {}, actor = 'system', why }: { values?: Partial<OrderRow>; actor?: string; why?: string } = {},
): Promise<OrderRow> {
  const facts = { ...row, total: row.price + row.fee, wasFulfilled: row.fulfilledAt !== null };
  const step = nextOrder(facts, event, clock.now());
  if (step === null) return row;
  const [moved = row] = await tx.orm
    .update(membershipOrders)
    .set({ ...values, ...step })
    .where(eq(membershipOrders.id, row.id))
    .returning();
  if (step.state === row.state && step.reason === row.reason) return moved;
  const { type, ...said } = event;
  await audit.record(tx, {
    ...{ actor, action: `order.${step.state}`, target: row.number, accountId: row.accountId },
    details: { from: row.state, event: type, ...said, ...(step.reason === null ? {} : { reason: step.reason }), why },
  });
  await publishEvent(db, tx, orderChanged, { accountId: row.accountId, data: { number: row.number } });
  return moved;
}

/**
 * Takes what a payment service says about an order: by itself, or because it was asked. The same may come any number of
 * times and in any order.
 */
export async function takePaymentState(ctx: OrderServices, orderId: string, said: PaymentState): Promise<OrderRow> {
  return await ctx.db.transaction(async (tx) => applyPaymentState(ctx, tx, await lockOrder(tx, orderId), said));
}

/** The same for an order that the transaction has locked. */
export async function applyPaymentState(
  ctx: OrderServices,
  tx: Tx,
  row: OrderRow,
  said: PaymentState,
): Promise<OrderRow> {
  switch (said.state) {
    case 'paid': {
      const { transaction, amount, currency, at } = said;
      const { service } = row;
      const same = and(eq(membershipOrders.service, service), eq(membershipOrders.transaction, transaction));
      const isUsed = (await tx.orm.$count(membershipOrders, and(same, ne(membershipOrders.id, row.id)))) > 0;
      const event: OrderEvent = { type: 'paid', transaction, amount, currency, isUsed };
      const isFirst = row.transaction === null && !isUsed;
      const values = isFirst ? { transaction, paidAmount: amount, paidCurrency: currency, paidAt: at } : {};
      return await moveOrder(ctx, tx, row, event, { values });
    }
    case 'refunded':
      return await moveOrder(ctx, tx, row, { type: 'refunded' });
    case 'closed':
    case 'failed':
      return await moveOrder(ctx, tx, row, { type: 'not-paid' });
    case 'open':
      return row;
  }
}
