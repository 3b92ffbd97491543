import { fail } from '#core/contract/errors.ts';
import type { Price } from '#core/contract/tool-run-calls.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** A run that costs something. */
export interface PricedRun {
  id: string;
  accountId: string;
  tool: string;
  name: string;
  price: Price;
}

/** Holds what runs cost, and settles it, in the transactions that begin and end them. A retried run begins again. */
export interface RunPayments {
  /** @throws expected what tells the user that the account cannot pay; nothing is started then */
  hold(tx: Tx, run: PricedRun): Promise<void>;
  /** Takes what was made of what was held, and gives the rest back. */
  settle(tx: Tx, run: PricedRun, items: { made: number; planned: number }): Promise<void>;
}

/** Where nobody can pay, nothing that costs anything is started. */
export const NO_PAYMENTS: RunPayments = {
  hold: async () => fail('core:tool-run.no-payments', {}, { kind: 'unavailable' }),
  settle: async () => undefined,
};
