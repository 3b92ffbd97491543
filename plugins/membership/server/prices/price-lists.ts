import { asc, desc, gt, lte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Prices } from '#plugins/membership/calls.ts';
import { priceListSchema, USUAL_PRICES, type PriceList } from '#plugins/membership/price-list.ts';
import { paymentServices } from '../orders/payment-services.ts';
import { membershipPriceLists } from '../tables.ts';

/** A price list and since when it holds. */
export interface HeldPrices {
  /** Null for the prices that hold until an operator plans some. */
  id: string | null;
  holdsFrom: Date | null;
  prices: PriceList;
}

/** The prices that hold at a time. */
export async function pricesAt(tx: Tx, at: Date): Promise<HeldPrices> {
  const [held] = await tx.orm
    .select()
    .from(membershipPriceLists)
    .where(lte(membershipPriceLists.holdsFrom, at))
    .orderBy(desc(membershipPriceLists.holdsFrom), desc(membershipPriceLists.id))
    .limit(1);
  if (held === undefined) return { id: null, holdsFrom: null, prices: USUAL_PRICES };
  // Lists of earlier versions may lack what newer ones have.
  return { ...held, prices: priceListSchema.parse(held.prices) };
}

/** The price lists that will hold, soonest first. */
export async function plannedPrices(tx: Tx, now: Date): Promise<(typeof membershipPriceLists.$inferSelect)[]> {
  return await tx.orm
    .select()
    .from(membershipPriceLists)
    .where(gt(membershipPriceLists.holdsFrom, now))
    .orderBy(asc(membershipPriceLists.holdsFrom), asc(membershipPriceLists.id));
}

/** The prices in effect and those that will be, as operators see them. */
export async function readPrices(ctx: ServerContext, language: MessageLanguage): Promise<Prices> {
  const now = ctx.clock.now();
  const present = ({ id, holdsFrom, prices }: HeldPrices) => ({
    ...{ id, holdsFrom: holdsFrom?.toISOString() ?? null, prices },
  });
  return {
    held: present(await pricesAt(ctx.db, now)),
    planned: (await plannedPrices(ctx.db, now)).map(present),
    services: (await paymentServices(ctx, language)).map(({ id, title }) => ({ id, title })),
  };
}

/** Plans a price list. Lists are never changed: a later one of the same time takes the place of an earlier one. */
export async function planPrices(
  { db, audit, clock }: Pick<ServerContext, 'db' | 'audit' | 'clock'>,
  { holdsFrom, prices, by }: { holdsFrom: Date; prices: PriceList; by: string },
): Promise<void> {
  const id = uuidv7();
  await db.transaction(async (tx) => {
    await tx.orm.insert(membershipPriceLists).values({ id, holdsFrom, prices, by, createdAt: clock.now() });
    await audit.record(tx, {
      ...{ actor: by, action: 'prices.plan', target: id },
      details: { holdsFrom: holdsFrom.toISOString(), prices },
    });
  });
}
