import { desc, eq, lt } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { ListedOrder, Order } from '#plugins/membership/calls.ts';
import { invoicesOf } from '../invoices/present-invoice.ts';
import { membershipOrders, type OrderRow } from '../tables.ts';
import { askService } from './ask-service.ts';
import { presentOrder } from './present-order.ts';

/** How often an account may have a service asked in a minute; beyond that it is told what is known. */
const MOST_CHECKS = 30;

/** The caller's orders, newest first. */
export async function listOrders(
  ctx: ServerContext,
  { accountId }: Caller,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: ListedOrder[]; nextCursor: string | null; total: number }> {
  const scope = ctx.db.scope(accountId);
  const where = cursor === undefined ? undefined : lt(membershipOrders.id, cursor);
  const rows = await scope.select(membershipOrders, { where, orderBy: desc(membershipOrders.id), limit: limit + 1 });
  const page = rows.slice(0, limit);
  const invoices = await invoicesOf(ctx.db, page);
  return {
    items: page.map((row) => ({ ...presentOrder(row), invoice: invoices.get(row.id)?.state ?? null })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    total: await scope.count(membershipOrders),
  };
}

/** One of the caller's orders. That of another account is none, and asking for it is audited. */
export async function readOrder(ctx: ServerContext, caller: Caller, number: string): Promise<Order> {
  return presentOrder(await ownOrder(ctx, caller, number));
}

/** Asks the payment service now whether one of the caller's orders was paid, before the service says so by itself. */
export async function checkOrder(ctx: ServerContext, caller: Caller, number: string): Promise<Order> {
  const row = await ownOrder(ctx, caller, number);
  if (row.state !== 'waiting') return presentOrder(row);
  const { allowed } = await takeRate(ctx.db, `membership:checks:${caller.accountId}`, MOST_CHECKS, 60);
  return presentOrder(allowed ? await askService(ctx, row, { ends: false }) : row);
}

/** Gives up one of the caller's orders that is not paid. One that was paid meanwhile is fulfilled instead. */
export async function cancelOrder(ctx: ServerContext, caller: Caller, number: string): Promise<Order> {
  const row = await ownOrder(ctx, caller, number);
  return presentOrder(row.state === 'waiting' ? await askService(ctx, row, { ends: true }) : row);
}

/** @throws expected `membership:order.missing` (404) */
export async function ownOrder(ctx: ServerContext, { accountId }: Caller, number: string): Promise<OrderRow> {
  const row = await ctx.db.scope(accountId).find(membershipOrders, eq(membershipOrders.number, number));
  if (row !== undefined) return row;
  const [other] = await ctx.db.orm
    .select({ id: membershipOrders.id })
    .from(membershipOrders)
    .where(eq(membershipOrders.number, number))
    .limit(1);
  if (other !== undefined) {
    const entry = { actor: accountId, action: 'order.refused', target: number, accountId };
    await ctx.audit.record(ctx.db, { ...entry, details: { code: 'membership:order.missing' } });
  }
  return fail('membership:order.missing', {}, { kind: 'not-found' });
}
