import type { Order } from '#plugins/membership/calls.ts';
import type { OrderRow } from '../tables.ts';

/** An order as its account sees it. */
export function presentOrder(row: OrderRow): Order {
  const { number, purchase, carried, price, fee, service, state, note } = row;
  return {
    ...{ number, purchase, carried, price, fee, total: price + fee, service, state, note },
    isSlipSent: row.reason === 'transfer',
    way: state === 'waiting' ? row.way : null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    fulfilledAt: row.fulfilledAt?.toISOString() ?? null,
  };
}
