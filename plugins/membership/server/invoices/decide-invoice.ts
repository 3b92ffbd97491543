import { and, eq } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import { receiveFile } from '#core/server/http/calls/receive-file.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { RequestedInvoice } from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';
import { lockOrder } from '../orders/move-order.ts';
import { membershipInvoices, type InvoiceRow } from '../tables.ts';
import { presentRequest } from './list-invoices.ts';

/** Bytes of an invoice. */
const MOST_BYTES = 10_000_000;
const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'];

/** What an operator decides about a request. */
type Decision =
  | { state: 'issued'; invoiceNumber: string | null; fileId?: string }
  | { state: 'declined'; note: string };

/**
 * Ends a request: the invoice was issued, or is declined.
 * @throws expected `membership:invoice.missing` (404), `membership:operator.decided` (409) for one that was decided, and
 *   `membership:invoice.refused-unpaid` (409) for issuing one over an order that no longer stands
 */
export async function decideInvoice(
  ctx: ServerContext,
  id: string,
  decision: Decision,
  operator: string,
): Promise<RequestedInvoice> {
  const { orderId, accountId } = await findInvoice(ctx, id);
  const { row, order } = await ctx.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    const isOpen = and(eq(membershipInvoices.id, id), eq(membershipInvoices.state, 'requested'));
    if (decision.state === 'issued' && locked.state !== 'fulfilled') {
      fail('membership:invoice.refused-unpaid', {}, { kind: 'conflict' });
    }
    const [decided] = await tx.orm
      .update(membershipInvoices)
      .set({ ...decision, decidedBy: operator, decidedAt: ctx.clock.now() })
      .where(isOpen)
      .returning();
    if (decided === undefined) return fail('membership:operator.decided', {}, { kind: 'conflict' });
    const { number } = locked;
    const why = decision.state === 'issued' ? (decision.invoiceNumber ?? undefined) : decision.note;
    await ctx.audit.record(tx, {
      ...{ actor: operator, action: `order.invoice-${decision.state}`, target: number, accountId, details: { why } },
    });
    await ctx.events.publish(tx, orderChanged, { accountId, data: { number } });
    return { row: decided, order: locked };
  });
  return await presentRequest(ctx, row, order);
}

/**
 * Hands a requested invoice to the member as a file.
 * @throws expected what {@link decideInvoice} throws, `core:file-type` (415), `core:file-too-large` (413)
 */
export async function issueInvoiceFile(
  ctx: ServerContext,
  id: string,
  { invoiceNumber = null, request }: { invoiceNumber?: string | null; request: CallContext['request'] },
  operator: string,
): Promise<RequestedInvoice> {
  const { accountId } = await findInvoice(ctx, id);
  const file = await receiveFile(request, ctx.files, accountId, { maxSize: MOST_BYTES, accept: FILE_TYPES });
  try {
    return await decideInvoice(ctx, id, { state: 'issued', invoiceNumber, fileId: file.id }, operator);
  } catch (error) {
    await ctx.files.remove(accountId, file.id);
    throw error;
  }
}

async function findInvoice({ db }: ServerContext, id: string): Promise<InvoiceRow> {
  const [row] = await db.orm.select().from(membershipInvoices).where(eq(membershipInvoices.id, id));
  return row ?? fail('membership:invoice.missing', {}, { kind: 'not-found' });
}
