import {
  PACKAGE_UNITS,
  priceListSchema,
  SOLD_LEVELS,
  type PriceList,
  type WayRule,
} from '#plugins/membership/price-list.ts';

/** Something that is sold, while it is filled in. */
export interface OfferDraft {
  /** Of the row, as long as it is shown. */
  id: number;
  /** Days of a level, or how much is in a package. */
  count: number | null;
  yuan: number | null;
}

/** An amount that is suggested to whoever pays in, while it is filled in. */
export interface AmountDraft {
  /** Of the row, as long as it is shown. */
  id: number;
  yuan: number | null;
}

/** A price list while it is filled in: money in yuan, fees in percent. */
export interface PriceDraft {
  levels: Record<string, OfferDraft[]>;
  packages: Record<string, OfferDraft[]>;
  least: number | null;
  most: number | null;
  suggested: AmountDraft[];
  ways: Record<string, { percent: number | null; least: number | null; above: number | null }>;
}

const fen = (yuan: number | null) => Math.round((yuan ?? Number.NaN) * 100);

/** What stands on a price list, to be changed. @param services ids of those whose rules can be changed */
export function draftOf(
  { levels, packages, balance }: PriceList,
  ruleOf: (service: string) => WayRule,
  services: readonly string[],
): PriceDraft {
  let id = 0;
  const row = (count: number, price: number): OfferDraft => ({ id: (id += 1), count, yuan: price / 100 });
  return {
    levels: Object.fromEntries(
      SOLD_LEVELS.map((level) => [level, (levels[level] ?? []).map((offer) => row(offer.days, offer.fen))]),
    ),
    packages: Object.fromEntries(
      PACKAGE_UNITS.map((unit) => [unit, (packages[unit] ?? []).map((offer) => row(offer.amount, offer.fen))]),
    ),
    ...{ least: balance.least / 100, most: balance.most / 100 },
    suggested: balance.suggested.map((amount, at) => ({ id: at, yuan: amount / 100 })),
    ways: Object.fromEntries(
      services.map((service) => {
        const { feeBasisPoints, leastFee, above } = ruleOf(service);
        return [service, { percent: feeBasisPoints / 100, least: leastFee / 100, above: above / 100 }];
      }),
    ),
  };
}

/** What was filled in, as a price list. @param before what it keeps of what cannot be filled in @returns null when it is none */
export function listOf(draft: PriceDraft, before: PriceList): PriceList | null {
  const offers = (group: Record<string, OfferDraft[]>, counted: 'days' | 'amount') =>
    Object.fromEntries(
      Object.entries(group)
        .filter(([, rows]) => rows.length > 0)
        .map(([name, rows]) => [name, rows.map(({ count, yuan }) => ({ [counted]: count, fen: fen(yuan) }))]),
    );
  const [least, most] = [fen(draft.least), fen(draft.most)];
  const ways = Object.entries(draft.ways).map(([service, way]): [string, WayRule] => [
    service,
    { feeBasisPoints: Math.round((way.percent ?? Number.NaN) * 100), leastFee: fen(way.least), above: fen(way.above) },
  ]);
  const suggested = draft.suggested.map(({ yuan }) => fen(yuan));
  const isPayable = suggested.every((one) => one >= least && one <= most);
  if (!isPayable || new Set(suggested).size < suggested.length) return null;
  const list = priceListSchema.safeParse({
    levels: offers(draft.levels, 'days'),
    packages: offers(draft.packages, 'amount'),
    balance: { least, most, suggested },
    ways: { ...before.ways, ...Object.fromEntries(ways) },
  });
  return list.success ? list.data : null;
}
