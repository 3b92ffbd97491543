import { z } from 'zod';

import { MAX_LEDGER_AMOUNT, type LedgerUnit } from '#core/contract/ledger.ts';
import { LEVELS, type Level } from '#core/contract/tiers.ts';

/** The levels that can be sold: all but the free one. */
export const SOLD_LEVELS = LEVELS.filter((level) => level !== 'level0');
export type SoldLevel = Exclude<Level, 'level0'>;

/** What can be bought in packages; seconds are those of duration. */
export const PACKAGE_UNITS = ['publishes', 'digital-humans', 'seconds'] as const satisfies readonly LedgerUnit[];
export type PackageUnit = (typeof PACKAGE_UNITS)[number];

/** Most that one order costs: ten million yuan. */
const MAX_FEN = 1_000_000_000;
const fen = z.number().int().min(1).max(MAX_FEN);

const levelOffer = z.strictObject({ days: z.number().int().min(1).max(3650), fen });
const packageOffer = z.strictObject({ amount: z.number().int().min(1).max(MAX_LEDGER_AMOUNT), fen });
export type LevelOffer = z.output<typeof levelOffer>;
export type PackageOffer = z.output<typeof packageOffer>;

/** What paying by a service adds to a price, and from where on it is offered. */
const wayRule = z.strictObject({
  /** Hundredths of a percent of the price, rounded half up. */
  feeBasisPoints: z.number().int().min(0).max(10_000).default(0),
  /** Least fee in fen, where there is one. */
  leastFee: z.number().int().min(0).max(MAX_FEN).default(0),
  /** Offered only for prices above it, in fen. */
  above: z.number().int().min(0).max(MAX_FEN).default(0),
});
export type WayRule = z.output<typeof wayRule>;
/** The rule of services that no price list names. */
const PLAIN_WAY: WayRule = { feeBasisPoints: 0, leastFee: 0, above: 0 };

function distinct<T>(of: (offer: T) => number) {
  return (offers: readonly T[]) => new Set(offers.map(of)).size === offers.length;
}

const levelOffers = z
  .array(levelOffer)
  .max(12)
  .refine(
    distinct<LevelOffer>(({ days }) => days),
    'the same days twice',
  );
const packageOffers = z
  .array(packageOffer)
  .max(12)
  .refine(
    distinct<PackageOffer>(({ amount }) => amount),
    'the same amount twice',
  );

/** What an installation sells, and for how much. */
export const priceListSchema = z.strictObject({
  /** For how many days at once each level is sold; a level without offers is not for sale. */
  levels: z.partialRecord(z.enum(LEVELS).exclude(['level0']), levelOffers),
  packages: z.partialRecord(z.enum(PACKAGE_UNITS), packageOffers),
  /** How much may be paid in at once. */
  balance: z
    .strictObject({ least: fen, most: fen, suggested: z.array(fen).max(12) })
    .refine(({ least, most }) => least <= most, 'the least is more than the most'),
  /** By the id of the payment service, such as `membership.wechat-pay`. */
  ways: z.record(z.string().max(100), wayRule),
});
export type PriceList = z.output<typeof priceListSchema>;

/** What holds until an operator plans a price list. */
export const USUAL_PRICES: PriceList = {
  levels: {
    level1: [
      { days: 30, fen: 3_900 },
      { days: 90, fen: 10_500 },
      { days: 365, fen: 38_800 },
    ],
    level2: [
      { days: 30, fen: 9_900 },
      { days: 90, fen: 26_700 },
      { days: 365, fen: 98_800 },
    ],
    level3: [
      { days: 30, fen: 19_900 },
      { days: 90, fen: 53_700 },
      { days: 365, fen: 198_800 },
    ],
    level4: [
      { days: 30, fen: 39_900 },
      { days: 90, fen: 107_700 },
      { days: 365, fen: 398_800 },
    ],
  },
  packages: {
    publishes: [
      { amount: 900, fen: 9_000 },
      { amount: 1_800, fen: 16_200 },
      { amount: 2_700, fen: 22_900 },
    ],
    'digital-humans': [
      { amount: 28, fen: 28_000 },
      { amount: 60, fen: 57_000 },
      { amount: 90, fen: 81_000 },
    ],
    seconds: [
      { amount: 3_600, fen: 3_000 },
      { amount: 18_000, fen: 13_500 },
      { amount: 36_000, fen: 24_900 },
    ],
  },
  balance: { least: 1, most: 5_000_000, suggested: [5_000, 10_000, 50_000, 100_000] },
  ways: {
    'membership.wechat-pay': { feeBasisPoints: 100, leastFee: 1, above: 0 },
    'membership.bank-transfer': { feeBasisPoints: 0, leastFee: 0, above: 100_000 },
  },
};

/** What paying by a service adds: as the list says, else as usual. */
export function wayOf(prices: Pick<PriceList, 'ways'>, service: string): WayRule {
  return prices.ways[service] ?? USUAL_PRICES.ways[service] ?? PLAIN_WAY;
}

/** What an order is about. */
export type Purchase =
  | { kind: 'level'; level: SoldLevel; days: number }
  | { kind: 'package'; unit: PackageUnit; amount: number }
  /** Fen for the account's balance. */
  | { kind: 'balance'; amount: number };

/** The name of something on a price list, as orders ask for it: `level2-90`, `publishes-900`, `balance`. */
export function itemOf(purchase: Purchase): string {
  switch (purchase.kind) {
    case 'level':
      return `${purchase.level}-${purchase.days}`;
    case 'package':
      return `${purchase.unit}-${purchase.amount}`;
    case 'balance':
      return 'balance';
  }
}

/**
 * Finds what is asked for.
 * @param asked.fen how much is paid in, for `balance` only
 * @returns undefined for what is not on the list, and for an amount that may not be paid in
 */
export function findItem(
  { levels, packages, balance }: PriceList,
  asked: { item: string; fen?: number },
): { purchase: Purchase; fen: number } | undefined {
  if (asked.item === 'balance') {
    const { fen: amount = Number.NaN } = asked;
    if (!Number.isInteger(amount) || amount < balance.least || amount > balance.most) return undefined;
    return { purchase: { kind: 'balance', amount }, fen: amount };
  }
  if (asked.fen !== undefined) return undefined;
  const all = [
    ...SOLD_LEVELS.flatMap((level) =>
      (levels[level] ?? []).map((offer) => {
        const purchase: Purchase = { kind: 'level', level, days: offer.days };
        return { purchase, fen: offer.fen };
      }),
    ),
    ...PACKAGE_UNITS.flatMap((unit) =>
      (packages[unit] ?? []).map((offer) => {
        const purchase: Purchase = { kind: 'package', unit, amount: offer.amount };
        return { purchase, fen: offer.fen };
      }),
    ),
  ];
  return all.find(({ purchase }) => itemOf(purchase) === asked.item);
}
