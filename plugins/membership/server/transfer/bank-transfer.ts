import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { PaymentProvider } from '#core/server/services/providers/payment.ts';
import { defineProvider, type ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { membershipTransfers } from '../tables.ts';

/** Id of paying by a transfer to the operator's bank account, which an operator confirms. */
export const BANK_TRANSFER = 'membership.bank-transfer';

/** Transfers between banks take days, and nobody works at weekends. */
const PAY_WITHIN = 7 * 24 * 60 * 60 * 1000;

const field = (name: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ title: `membership:service.${name}` });
const SETTINGS = z.object({ holder: field('holder'), bank: field('bank'), account: field('bank-account') });

/**
 * Pays by a transfer: the payer sends the slip, and an operator who sees the money on the bank statement confirms it. What
 * it knows of a payment is what operators have written down here.
 */
export function bankTransfer(ctx: Pick<ServerContext, 'db'>): ProviderAdapter {
  return defineProvider({
    ...{ kind: 'payment', id: BANK_TRANSFER, settings: SETTINGS },
    ...{ title: 'membership:service.bank-transfer', about: 'membership:service.bank-transfer-about' },
    open: (settings) => createBankTransfer(settings, ctx),
  });
}

function createBankTransfer(to: z.output<typeof SETTINGS>, { db }: Pick<ServerContext, 'db'>): PaymentProvider {
  const table = membershipTransfers;
  return {
    ...{ currencies: ['CNY'], payWithin: PAY_WITHIN },

    async open({ number }) {
      await db.orm.insert(table).values({ number, state: 'open' }).onConflictDoNothing();
      return { show: 'transfer', ...to };
    },

    async check(number) {
      const [transfer] = await db.orm.select().from(table).where(eq(table.number, number));
      if (transfer?.state === 'closed') return { state: 'closed' };
      if (transfer?.state !== 'paid') return { state: 'open' };
      const { amount, reference, paidAt } = transfer;
      if (amount === null || reference === null || paidAt === null) {
        throw new TypeError(`the transfer of order ${number} is confirmed without its amount`);
      }
      return { state: 'paid', amount, currency: 'CNY', transaction: reference, at: paidAt };
    },

    async close(number) {
      await db.orm
        .update(table)
        .set({ state: 'closed' })
        .where(and(eq(table.number, number), ne(table.state, 'paid')));
    },

    refund: async () => ({ state: 'failed', reason: 'money that came by transfer goes back by hand' }),
    checkRefund: async () => ({ state: 'failed', reason: 'money that came by transfer goes back by hand' }),

    async receive() {
      throw new ProviderFailure('refused', 'no bank sends news here');
    },
  };
}
