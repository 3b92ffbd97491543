import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { Order } from '#plugins/membership/calls.ts';
import { askService } from '../orders/ask-service.ts';
import { ownOrder } from '../orders/own-orders.ts';
import { paymentServices } from '../orders/payment-services.ts';
import { presentOrder } from '../orders/present-order.ts';
import { pressTrialButton, TRIAL_CASHIER } from './trial-cashier.ts';

/**
 * Pays one of the caller's orders at the trial cashier: no money moves, and what was bought is given.
 * @throws expected `membership:order.missing` (404), `membership:order.no-service` (503) once the cashier is off,
 *   `membership:order.over` (409) for one that cannot be paid any more
 */
export async function payOnTrial(ctx: ServerContext, caller: Caller, number: string): Promise<Order> {
  const row = await ownOrder(ctx, caller, number);
  if (row.service !== TRIAL_CASHIER) fail('membership:order.missing', {}, { kind: 'not-found' });
  const isOn = (await paymentServices(ctx, 'en')).some(({ id }) => id === TRIAL_CASHIER);
  if (!isOn) fail('membership:order.no-service', {}, { kind: 'unavailable' });
  if (!(await pressTrialButton(ctx, number))) fail('membership:order.over', {}, { kind: 'conflict' });
  return presentOrder(await askService(ctx, row, { ends: false }));
}
