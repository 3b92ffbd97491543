import { STORED_ROLE_CODES } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MovementFacts } from '#core/server/services/ledger/tables.ts';

import type { Benefit } from '#plugins/membership/benefit.ts';
import type { PriceList, SoldLevel } from '#plugins/membership/price-list.ts';
import { levelTerms, type LevelRefusal } from '#plugins/membership/terms.ts';
import { membershipOf } from '../orders/membership-of.ts';

type Services = Pick<ServerContext, 'accounts' | 'ledger' | 'clock'>;

interface Giving {
  accountId: string;
  /** Makes it happen once, unique within the account, such as `order:…`. */
  key: string;
  kind: 'top-up' | 'grant';
  facts: MovementFacts;
}

/**
 * Makes days of a level an account's membership: what is left of another level is counted by price. The ledger says both
 * that there were days and that they were used, and the account keeps none to spend.
 * @returns why it cannot have them; null when it has them now
 */
export async function giveLevel(
  { accounts, ledger, clock }: Services,
  tx: Tx,
  prices: Pick<PriceList, 'levels'>,
  { level, days, ...step }: Giving & { level: SoldLevel; days: number },
): Promise<LevelRefusal | null> {
  const { accountId, key, kind, facts } = step;
  const account = await accounts.find(tx, accountId, { lock: true });
  if (account === undefined) throw new TypeError(`there is no account ${accountId}`);
  const now = clock.now();
  const terms = levelTerms(prices, membershipOf(account, now), { level, days }, now);
  if (terms.refusal !== null) return terms.refusal;
  await accounts.setRole(tx, accountId, { roleCode: STORED_ROLE_CODES[level], roleUntil: terms.until });
  const moved = { accountId, facts, unit: 'days', amount: days } as const;
  await ledger.issue(tx, { ...moved, kind, key });
  const { id: holdId } = await ledger.hold(tx, { ...moved, key: `${key}:hold`, job: `membership-${key}` });
  await ledger.settle(tx, { accountId, holdId, used: days, key: `${key}:activate`, facts });
  return null;
}

/**
 * Gives an account an amount of what the ledger counts. Bought digital humans open their feature: the account's open pages
 * are told.
 */
export async function giveAmount(
  { accounts, ledger }: Services,
  tx: Tx,
  { unit, amount, ...step }: Giving & { unit: Exclude<Benefit, { kind: 'level' }>['unit']; amount: number },
): Promise<void> {
  if (unit === 'digital-humans') await accounts.tellChange(tx, step.accountId);
  await ledger.issue(tx, { ...step, unit, amount });
}

/** Gives what operators and codes give. @returns as {@link giveLevel} */
export async function giveBenefit(
  ctx: Services,
  tx: Tx,
  prices: Pick<PriceList, 'levels'>,
  { benefit, ...step }: Omit<Giving, 'kind'> & { benefit: Benefit },
): Promise<LevelRefusal | null> {
  const giving = { ...step, kind: 'grant' } as const;
  if (benefit.kind === 'level') {
    const { level, days } = benefit;
    return await giveLevel(ctx, tx, prices, { ...giving, level, days });
  }
  const { unit, amount } = benefit;
  await giveAmount(ctx, tx, { ...giving, unit, amount });
  return null;
}
