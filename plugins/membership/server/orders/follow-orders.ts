import { and, asc, eq, lte } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import { coreTasks } from '#core/server/services/jobs/tables.ts';

import { membershipOrders, type OrderRow } from '../tables.ts';
import { askService, giveSoon } from './ask-service.ts';
import { lockOrder, moveOrder } from './move-order.ts';

/** The job that looks at orders whose deadline has come. */
export const FOLLOW_ORDERS = 'membership.follow-orders';

/** Most orders of one look; the others are looked at a minute later. */
const MOST = 200;
const KEEP_LOOKS = 2 * 24 * 60 * 60 * 1000;

/** {@link followDueOrders} as a job. */
export function followOrders(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    await followDueOrders(ctx, signal);
  };
}

/**
 * Looks at every order whose deadline has come: asks the service of one that is not paid and ends it there, gives what is
 * paid for, and reminds operators of what waits for them. Several may look at once.
 * @returns how many
 */
export async function followDueOrders(ctx: ServerContext, signal?: AbortSignal): Promise<number> {
  const due = await ctx.db.orm
    .select()
    .from(membershipOrders)
    .where(lte(membershipOrders.deadline, ctx.clock.now()))
    .orderBy(asc(membershipOrders.deadline))
    .limit(MOST);
  for (const row of due) {
    signal?.throwIfAborted();
    await follow(ctx, row);
  }
  return due.length;
}

/** Forgets the looks of days ago, of which there is one a minute. @returns how many */
export async function sweepLooks({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEEP_LOOKS);
  const { job, state, updatedAt } = coreTasks;
  const over = and(eq(job, FOLLOW_ORDERS), eq(state, 'succeeded'), lte(updatedAt, before));
  return (await db.orm.delete(coreTasks).where(over)).rowCount ?? 0;
}

async function follow(ctx: ServerContext, row: OrderRow): Promise<void> {
  switch (row.state) {
    case 'waiting':
    case 'closed':
      await askService(ctx, row, { ends: true });
      break;
    case 'paid':
    case 'late-paid':
      await giveSoon(ctx, row);
      break;
    case 'review':
      await remind(ctx, row);
      break;
    case 'fulfilled':
  }
}

async function remind(ctx: ServerContext, { id, number, reason }: OrderRow): Promise<void> {
  ctx.log.warn({ order: number, reason }, 'an order waits for an operator: npm run operator -- orders');
  await ctx.db.transaction(async (tx) => moveOrder(ctx, tx, await lockOrder(tx, id), { type: 'reminded' }));
}

/** The orders that wait for an operator, longest first. */
export async function ordersInReview({ db }: Pick<ServerContext, 'db'>): Promise<OrderRow[]> {
  return await db.orm
    .select()
    .from(membershipOrders)
    .where(eq(membershipOrders.state, 'review'))
    .orderBy(asc(membershipOrders.id));
}
