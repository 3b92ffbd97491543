import { and, count, desc, eq, ilike, lt, or } from 'drizzle-orm';
import type { z } from 'zod';

import type { CallData } from '#core/contract/call.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { assertCursor } from '#core/server/services/tool-runs/present-run.ts';

import type { listInvoices as listCall, RequestedInvoice } from '#plugins/membership/calls.ts';
import { tidyTaxNumber } from '#plugins/membership/tax-number.ts';
import { membersOf } from '../operator/members.ts';
import { membershipInvoices, membershipOrders, type InvoiceRow, type OrderRow } from '../tables.ts';
import { presentInvoice } from './present-invoice.ts';

/** The invoices that members requested, newest first. @throws expected `core:http.cursor` (422) */
export async function listInvoices(
  ctx: ServerContext,
  { state, q = '', cursor, limit }: z.output<typeof listCall.query>,
): Promise<CallData<typeof listCall>> {
  assertCursor(cursor);
  const table = membershipInvoices;
  const like = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const asked = and(
    state === undefined ? undefined : eq(table.state, state),
    q === ''
      ? undefined
      : or(
          ilike(table.title, `%${like(q)}%`),
          ilike(table.taxNumber, `${like(tidyTaxNumber(q))}%`),
          ilike(membershipOrders.number, `${like(q)}%`),
        ),
  );
  const isOf = eq(membershipOrders.id, table.orderId);
  const rows = await ctx.db.orm
    .select({ invoice: table, order: membershipOrders })
    .from(table)
    .innerJoin(membershipOrders, isOf)
    .where(and(asked, cursor === undefined ? undefined : lt(table.id, cursor)))
    .orderBy(desc(table.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const [counted] = await ctx.db.orm
    .select({ total: count() })
    .from(table)
    .innerJoin(membershipOrders, isOf)
    .where(asked);
  return {
    items: await Promise.all(shown.map(({ invoice, order }) => presentRequest(ctx, invoice, order))),
    nextCursor: rows.length > limit ? (shown.at(-1)?.invoice.id ?? null) : null,
    total: counted?.total ?? 0,
  };
}

/** A request as operators see it. */
export async function presentRequest(ctx: ServerContext, row: InvoiceRow, order: OrderRow): Promise<RequestedInvoice> {
  const { accountId } = row;
  return {
    ...(await presentInvoice(ctx, row)),
    ...{ order: order.number, isPaid: order.state === 'fulfilled' },
    account: (await membersOf(ctx, [accountId])).get(accountId) ?? { id: accountId, name: '', mobile: null },
  };
}
