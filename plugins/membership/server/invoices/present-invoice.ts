import { asc, eq, inArray } from 'drizzle-orm';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import type { Invoice } from '#plugins/membership/calls.ts';
import { membershipInvoices, type InvoiceRow, type OrderRow } from '../tables.ts';

/** An invoice as its account sees it. */
export async function presentInvoice(ctx: Pick<ServerContext, 'db' | 'files'>, row: InvoiceRow): Promise<Invoice> {
  const { id, accountId, state, title, taxNumber, amount, invoiceNumber, fileId, note, requestedAt, decidedAt } = row;
  const file = fileId === null ? undefined : await ctx.db.scope(accountId).find(coreFiles, eq(coreFiles.id, fileId));
  return {
    ...{ id, state, title, taxNumber, amount, invoiceNumber, note },
    file: file === undefined ? null : { name: file.name, url: await ctx.files.signedUrl(file) },
    ...{ requestedAt: requestedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null },
  };
}

/** The last request of each of some orders, by the order's id. */
export async function invoicesOf(tx: Tx, orders: readonly Pick<OrderRow, 'id'>[]): Promise<Map<string, InvoiceRow>> {
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { id, orderId } = membershipInvoices;
  const rows = await tx.orm.select().from(membershipInvoices).where(inArray(orderId, ids)).orderBy(asc(id));
  return new Map(rows.map((row) => [row.orderId, row]));
}
