import { v7 as uuidv7 } from 'uuid';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { OrderInvoice } from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';
import { isTaxNumber, tidyTaxNumber } from '#plugins/membership/tax-number.ts';
import { lockOrder } from '../orders/move-order.ts';
import { ownOrder } from '../orders/own-orders.ts';
import { membershipInvoices, type InvoiceRow, type OrderRow } from '../tables.ts';
import { TRIAL_CASHIER } from '../trial/trial-cashier.ts';
import { invoicesOf, presentInvoice } from './present-invoice.ts';

/** The invoice of one of the caller's orders, or whether one can be requested. */
export async function readInvoice(ctx: ServerContext, caller: Caller, number: string): Promise<OrderInvoice> {
  const order = await ownOrder(ctx, caller, number);
  const row = (await invoicesOf(ctx.db, [order])).get(order.id);
  return { invoice: row === undefined ? null : await presentInvoice(ctx, row), refusal: refusalOf(order, row) };
}

/**
 * Requests the invoice of one of the caller's orders.
 * @throws expected `membership:order.missing` (404), `membership:invoice.tax-number` (422), and
 *   `membership:invoice.refused-…` (409) for what no invoice is made of
 */
export async function requestInvoice(
  ctx: ServerContext,
  caller: Caller,
  number: string,
  { title, taxNumber: given }: { title: string; taxNumber: string | null },
): Promise<OrderInvoice> {
  const { accountId } = caller;
  const taxNumber = given === null ? null : tidyTaxNumber(given);
  if (taxNumber !== null && !isTaxNumber(taxNumber)) fail('membership:invoice.tax-number', {}, { kind: 'invalid' });
  const { id: orderId } = await ownOrder(ctx, caller, number);
  await ctx.db.transaction(async (tx) => {
    // Requests for one order wait for each other here.
    const order = await lockOrder(tx, orderId);
    const refusal = refusalOf(order, (await invoicesOf(tx, [order])).get(orderId));
    if (refusal !== null) fail(`membership:invoice.refused-${refusal}`, {}, { kind: 'conflict' });
    await tx.scope(accountId).insert(membershipInvoices, {
      ...{ id: uuidv7(), orderId, state: 'requested', title, taxNumber },
      ...{ amount: order.price + order.fee, requestedAt: ctx.clock.now() },
    });
    const entry = { actor: accountId, action: 'order.invoice-requested', target: number, accountId };
    await ctx.audit.record(tx, { ...entry, details: {} });
    await ctx.events.publish(tx, orderChanged, { accountId, data: { number } });
  });
  return await readInvoice(ctx, caller, number);
}

/** Why no invoice can be requested now; null when one can. */
function refusalOf({ state, service }: OrderRow, last: InvoiceRow | undefined): OrderInvoice['refusal'] {
  if (last !== undefined && last.state !== 'declined') return 'requested';
  // An invoice over money that never moved would be a false one.
  if (service === TRIAL_CASHIER) return 'no-money';
  return state === 'fulfilled' ? null : 'unpaid';
}
