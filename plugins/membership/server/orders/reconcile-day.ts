import { and, asc, eq, gte, lt, notInArray, or } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { PaymentState } from '#core/server/services/providers/payment.ts';

import { membershipOrders, membershipReconciliations, type OrderRow, type PaymentDifference } from '../tables.ts';
import { BANK_TRANSFER } from '../transfer/bank-transfer.ts';
import { TRIAL_CASHIER } from '../trial/trial-cashier.ts';
import { giveSoon } from './ask-service.ts';
import { takePaymentState } from './move-order.ts';

/** The job that asks the payment services for all of yesterday's orders. */
export const RECONCILE_PAYMENTS = 'membership.reconcile-payments';

const DAY = 24 * 60 * 60 * 1000;
/** China's time, by which payment services count days. */
const ZONE = 8 * 60 * 60 * 1000;

/** {@link reconcileDay} for yesterday, as a job. */
export function reconcileYesterday(ctx: ServerContext): JobHandler {
  return async ({ signal }) => {
    const yesterday = new Date(ctx.clock.now().getTime() + ZONE - DAY).toISOString().slice(0, 10);
    await reconcileDay(ctx, yesterday, signal);
  };
}

/**
 * Asks the payment services for each order that was made or paid on a day, and writes down where they say something else
 * than is known here. A payment that had not been told is taken.
 * @param day such as `2026-11-26`, in China
 */
export async function reconcileDay(
  ctx: ServerContext,
  day: string,
  signal?: AbortSignal,
): Promise<PaymentDifference[]> {
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - ZONE);
  const to = new Date(from.getTime() + DAY);
  const { createdAt, paidAt, service, id } = membershipOrders;
  const rows = await ctx.db.orm
    .select()
    .from(membershipOrders)
    .where(
      and(
        // These two know nothing that is not known here.
        notInArray(service, [TRIAL_CASHIER, BANK_TRANSFER]),
        or(and(gte(createdAt, from), lt(createdAt, to)), and(gte(paidAt, from), lt(paidAt, to))),
      ),
    )
    .orderBy(asc(id));
  const differences: PaymentDifference[] = [];
  for (const row of rows) {
    signal?.throwIfAborted();
    const kind = await compare(ctx, row);
    if (kind !== null) differences.push({ number: row.number, service: row.service, kind });
  }
  const report = { orders: rows.length, differences, createdAt: ctx.clock.now() };
  await ctx.db.orm
    .insert(membershipReconciliations)
    .values({ day, ...report })
    .onConflictDoUpdate({ target: membershipReconciliations.day, set: report });
  if (differences.length > 0) ctx.log.warn({ day, differences }, 'payment services say something else of some orders');
  return differences;
}

async function compare(
  ctx: ServerContext,
  { id, number, service }: OrderRow,
): Promise<PaymentDifference['kind'] | null> {
  let said: PaymentState;
  try {
    said = await (await ctx.providers.one('payment', service)).provider.check(number);
  } catch (error) {
    ctx.log.warn({ err: error, order: number, service }, 'a payment service could not be asked for an order');
    return 'silent';
  }
  const [known] = await ctx.db.orm.select().from(membershipOrders).where(eq(membershipOrders.id, id));
  if (known === undefined) return null;
  switch (said.state) {
    case 'paid': {
      if (known.transaction === said.transaction && known.paidAmount === said.amount) return null;
      const moved = await takePaymentState(ctx, id, said);
      if (moved.state === 'paid' || moved.state === 'late-paid') await giveSoon(ctx, moved);
      return known.transaction === null ? 'found' : 'other';
    }
    case 'refunded':
      await takePaymentState(ctx, id, said);
      return 'refunded';
    default:
      return known.transaction === null ? null : 'missing';
  }
}
