import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { fail } from '#core/contract/errors.ts';

import { MOBILES } from '#plugins/account/server/api.ts';
import type { LevelOnSale, Shop } from '#plugins/membership/calls.ts';
import {
  itemOf,
  PACKAGE_UNITS,
  SOLD_LEVELS,
  wayOf,
  type PriceList,
  type SoldLevel,
} from '#plugins/membership/price-list.ts';
import { levelTerms, type Membership } from '#plugins/membership/terms.ts';
import { pricesAt } from '../prices/price-lists.ts';
import { membershipOf } from './membership-of.ts';
import { paymentServices } from './payment-services.ts';

/** What the account can buy now, and how it can pay. */
export async function readShop(ctx: ServerContext, { accountId }: Caller, language: MessageLanguage): Promise<Shop> {
  const now = ctx.clock.now();
  const account = await ctx.accounts.find(ctx.db, accountId);
  if (account === undefined) fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
  const { prices } = await pricesAt(ctx.db, now);
  const membership = membershipOf(account, now);
  const services = await paymentServices(ctx, language);
  return {
    hasMobile: ((await ctx.use(MOBILES)?.mobileOf(ctx.db, accountId)) ?? null) !== null,
    isMain: account.parentId === null,
    level: membership.level,
    until: membership.until?.toISOString() ?? null,
    levels: SOLD_LEVELS.map((level) => levelOnSale(prices, { level, membership, now })),
    packages: PACKAGE_UNITS.map((unit) => ({
      unit,
      offers: (prices.packages[unit] ?? []).map(({ amount, fen }) => ({
        ...{ item: itemOf({ kind: 'package', unit, amount }), amount, fen },
      })),
    })),
    balance: prices.balance,
    ways: services.map((service) => ({ ...service, ...wayOf(prices, service.id) })),
  };
}

function levelOnSale(
  prices: PriceList,
  { level, membership, now }: { level: SoldLevel; membership: Membership; now: Date },
): LevelOnSale {
  const offers = (prices.levels[level] ?? []).toSorted((a, b) => a.days - b.days);
  // What is left of the present level counts alike for each of the offers.
  const terms = levelTerms(prices, membership, { level, days: offers[0]?.days ?? 1 }, now);
  const isBuyable = terms.refusal === null;
  return {
    ...{ level, refusal: terms.refusal },
    carried: isBuyable ? terms.carried : null,
    isShort: isBuyable && terms.isShort,
    offers: offers.map(({ days, fen }) => ({ item: itemOf({ kind: 'level', level, days }), days, fen })),
  };
}
