import { eq } from 'drizzle-orm';

import { STORED_ROLE_CODES, levelOfRole } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { roleAt, type AccountRow } from '#core/server/services/accounts/accounts.ts';

import { type PriceList, USUAL_PRICES, type Purchase } from '#plugins/membership/price-list.ts';
import { levelTerms, type LevelTerms, type Membership } from '#plugins/membership/terms.ts';
import { membershipPriceLists, type OrderRow } from '../tables.ts';
import { lockOrder, moveOrder, type OrderServices } from './move-order.ts';

type Services = OrderServices & Pick<ServerContext, 'accounts' | 'ledger'>;

/** The membership that an account has at a time. */
export function membershipOf(account: AccountRow, now: Date): Membership {
  const level = levelOfRole(roleAt(account, now)) ?? 'level0';
  return { level, until: level === 'level0' ? null : account.roleUntil };
}

/**
 * Gives what was bought: the level, what the ledger counts, and the order's new state, in one transaction. Asked again, also
 * at the same time, it gives nothing more.
 */
export async function fulfilOrder(ctx: Services, orderId: string): Promise<OrderRow> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockOrder(tx, orderId);
    if (row.state !== 'paid' && row.state !== 'late-paid') return row;
    const values = { fulfilledAt: ctx.clock.now() };
    if (row.purchase.kind !== 'level') {
      const moved = await moveOrder(ctx, tx, row, { type: 'fulfilled' }, { values });
      await issue(ctx, tx, row, row.purchase);
      return moved;
    }
    // What is left of another level counts as it is now: another order may have counted it meanwhile.
    const terms = await termsOf(ctx, tx, row, row.purchase);
    if (terms.refusal !== null) {
      return await moveOrder(ctx, tx, row, { type: 'unfulfillable', reason: `level-${terms.refusal}` });
    }
    const moved = await moveOrder(ctx, tx, row, { type: 'fulfilled' }, { values });
    const roleCode = STORED_ROLE_CODES[row.purchase.level];
    await ctx.accounts.setRole(tx, row.accountId, { roleCode, roleUntil: terms.until });
    await activateDays(ctx, tx, row, row.purchase.days);
    return moved;
  });
}

async function termsOf(
  ctx: Services,
  tx: Tx,
  { accountId, priceListId }: OrderRow,
  purchase: Extract<Purchase, { kind: 'level' }>,
): Promise<LevelTerms> {
  const account = await ctx.accounts.find(tx, accountId, { lock: true });
  if (account === undefined) throw new TypeError(`there is no account ${accountId}`);
  const now = ctx.clock.now();
  return levelTerms(await pricesOf(tx, priceListId), membershipOf(account, now), purchase, now);
}

async function pricesOf(tx: Tx, id: string | null): Promise<PriceList> {
  if (id === null) return USUAL_PRICES;
  const [list] = await tx.orm.select().from(membershipPriceLists).where(eq(membershipPriceLists.id, id));
  return list?.prices ?? USUAL_PRICES;
}

async function issue(
  { ledger }: Services,
  tx: Tx,
  { accountId, number }: OrderRow,
  purchase: Extract<Purchase, { kind: 'package' | 'balance' }>,
): Promise<void> {
  const unit = purchase.kind === 'balance' ? 'fen' : purchase.unit;
  const facts = { service: 'membership.order', name: number };
  const { amount } = purchase;
  await ledger.issue(tx, { accountId, kind: 'top-up', unit, amount, key: `order:${number}`, facts });
}

/** Bought days become days of the membership at once: the ledger says both, and the account keeps none to spend. */
async function activateDays({ ledger }: Services, tx: Tx, { accountId, number }: OrderRow, days: number) {
  const facts = { service: 'membership.order', name: number };
  const step = { accountId, facts, unit: 'days', amount: days } as const;
  await ledger.issue(tx, { ...step, kind: 'top-up', key: `order:${number}` });
  const { id: holdId } = await ledger.hold(tx, {
    ...step,
    key: `order:${number}:hold`,
    job: `membership-order:${number}`,
  });
  await ledger.settle(tx, { accountId, holdId, used: days, key: `order:${number}:activate`, facts });
}
