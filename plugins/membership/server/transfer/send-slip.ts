import { fail } from '#core/contract/errors.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import { receiveFile } from '#core/server/http/calls/receive-file.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { Order } from '#plugins/membership/calls.ts';
import { lockOrder, moveOrder } from '../orders/move-order.ts';
import { ownOrder } from '../orders/own-orders.ts';
import { presentOrder } from '../orders/present-order.ts';
import { membershipTransfers } from '../tables.ts';
import { BANK_TRANSFER } from './bank-transfer.ts';

/** Bytes of a slip. */
const MOST_BYTES = 10_000_000;
const SLIP_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const MOST_AN_HOUR = 10;

/** Who holds the slip of an order. */
export const slipHolder = (number: string) => `membership-slip ${number}`;

/**
 * Takes the slip of a bank transfer: the order waits for an operator from then on.
 * @throws expected `membership:order.missing` (404), `membership:order.over` (409) for one that waits for no slip,
 *   `core:file-type` (415), `core:file-too-large` (413)
 */
export async function sendSlip(
  ctx: ServerContext,
  caller: Caller,
  number: string,
  request: CallContext['request'],
): Promise<Order> {
  const { accountId } = caller;
  const order = await ownOrder(ctx, caller, number);
  const isWaiting = order.service === BANK_TRANSFER && (order.state === 'waiting' || order.state === 'closed');
  if (!isWaiting) fail('membership:order.over', {}, { kind: 'conflict' });
  const rate = await takeRate(ctx.db, `membership:slips:${accountId}`, MOST_AN_HOUR, 3600);
  if (!rate.allowed) {
    fail('membership:order.too-many', { minutes: Math.ceil(rate.retryAfter / 60) }, { kind: 'too-many' });
  }
  const file = await receiveFile(request, ctx.files, accountId, { maxSize: MOST_BYTES, accept: SLIP_TYPES });
  try {
    return await ctx.db.transaction(async (tx) => {
      const row = await lockOrder(tx, order.id);
      const moved = await moveOrder(ctx, tx, row, { type: 'slip' }, { actor: accountId, values: { note: null } });
      if (moved === row) return fail('membership:order.over', {}, { kind: 'conflict' });
      await ctx.files.hold(tx, accountId, [file.id], slipHolder(number));
      const slip = { state: 'slip', slipFileId: file.id, slipAt: ctx.clock.now() } as const;
      await tx.orm
        .insert(membershipTransfers)
        .values({ number, ...slip })
        .onConflictDoUpdate({ target: membershipTransfers.number, set: slip });
      return presentOrder(moved);
    });
  } catch (error) {
    await ctx.files.remove(accountId, file.id);
    throw error;
  }
}
