import { and, eq, sql } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { PaymentProvider, PaymentState, RefundState } from '#core/server/services/providers/payment.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { membershipTrialPayments } from '../tables.ts';

/** Id of the cashier of this server that takes no money. */
export const TRIAL_CASHIER = 'membership.trial';

/**
 * Pays by a button on a page of this server, for trials of everything around paying. Operators have to choose it; it is
 * never offered beside a service that takes money.
 */
export function trialCashier(ctx: Pick<ServerContext, 'db' | 'clock'>): ProviderAdapter {
  return defineProvider({
    ...{ kind: 'payment', id: TRIAL_CASHIER },
    ...{ title: 'membership:trial.title', about: 'membership:trial.about' },
    open: () => createCashier(ctx),
  });
}

function createCashier({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): PaymentProvider {
  const table = membershipTrialPayments;
  const find = async (number: string) => (await db.orm.select().from(table).where(eq(table.number, number)))[0];

  async function refund(number: string): Promise<RefundState> {
    const paid = and(eq(table.number, number), eq(table.state, 'paid'));
    await db.orm.update(table).set({ state: 'refunded' }).where(paid);
    return (await find(number))?.state === 'refunded'
      ? { state: 'done' }
      : { state: 'failed', reason: 'it was not paid' };
  }

  return {
    currencies: ['CNY'],

    async open({ number, amount, currency, subject, expiresAt }) {
      await db.orm
        .insert(table)
        .values({ number, amount, currency, subject, expiresAt, state: 'open' })
        .onConflictDoNothing();
      return { show: 'page', url: `/recharge/trial/${number}` };
    },

    async check(number): Promise<PaymentState> {
      const payment = await find(number);
      if (payment === undefined) return { state: 'open' };
      const { state, amount, currency, paidAt } = payment;
      if (state === 'refunded') return { state, transaction: transactionOf(number) };
      if (state !== 'paid') return { state };
      return { state, amount, currency, transaction: transactionOf(number), at: paidAt ?? clock.now() };
    },

    async close(number) {
      await db.orm
        .update(table)
        .set({ state: 'closed' })
        .where(and(eq(table.number, number), eq(table.state, 'open')));
    },

    refund: ({ number }) => refund(number),
    checkRefund: (number) => refund(number),

    async receive() {
      throw new ProviderFailure('refused', 'the trial cashier sends nothing');
    },
  };
}

const transactionOf = (number: string) => `trial-${number}`;

/** Presses the button. @returns whether the payment stands now */
export async function pressTrialButton(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  number: string,
): Promise<boolean> {
  const table = membershipTrialPayments;
  const now = clock.now();
  const isOpen = sql`${table.state} = 'open' and ${table.expiresAt} > ${now.toISOString()}::timestamptz`;
  await db.orm
    .update(table)
    .set({ state: 'paid', paidAt: now })
    .where(and(eq(table.number, number), isOpen));
  const [payment] = await db.orm.select().from(table).where(eq(table.number, number));
  return payment?.state === 'paid';
}
