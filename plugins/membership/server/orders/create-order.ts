import { randomInt } from 'node:crypto';

import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { MOBILES } from '#plugins/account/server/api.ts';
import type { Order, OrderWish } from '#plugins/membership/calls.ts';
import { orderChanged } from '#plugins/membership/events.ts';
import { findItem, wayOf, type Purchase } from '#plugins/membership/price-list.ts';
import { feeOf, levelTerms, SHORT_DAYS, type CarriedDays, type LevelRefusal } from '#plugins/membership/terms.ts';
import { pricesAt } from '../prices/price-lists.ts';
import { membershipOrders, type OrderRow } from '../tables.ts';
import { membershipOf } from './membership-of.ts';
import { paymentServices } from './payment-services.ts';
import { presentOrder } from './present-order.ts';

const MINUTE = 60_000;
/** How long an order can be paid; payment services take at least 30 minutes. */
const PAY_WITHIN = 30 * MINUTE;
/** Most orders of an account that can be paid at the same time. */
const MOST_WAITING = 10;
/** Most orders of an account in an hour, refused ones included. */
const MOST_AN_HOUR = 60;

/** Letters of a refused wish that the audit log keeps. */
const MOST_AUDITED = 500;

/** Who asks, and from where. */
export interface Buyer {
  caller: Caller;
  language: MessageLanguage;
  ip: string;
  requestId: string;
}

/**
 * Makes an order and opens it at the payment service. Everything but the wish comes from the server: the price from its
 * list, the level from the account. Refusals are audited.
 * @throws expected `membership:order.…`
 */
export async function createOrder(ctx: ServerContext, buyer: Buyer, wish: OrderWish): Promise<Order> {
  const { accountId } = buyer.caller;
  const rate = await takeRate(ctx.db, `membership:orders:${accountId}`, MOST_AN_HOUR, 3600);
  if (!rate.allowed)
    fail('membership:order.too-many', { minutes: Math.ceil(rate.retryAfter / 60) }, { kind: 'too-many' });
  try {
    const row = await ctx.db.transaction(async (tx) => insertOrder(ctx, tx, buyer, wish));
    return await openOrder(ctx, row, buyer.language);
  } catch (error) {
    if (error instanceof ExpectedError) {
      await ctx.audit.record(ctx.db, {
        ...{ actor: accountId, action: 'order.refused', target: String(wish.item), accountId },
        ...{
          ip: buyer.ip,
          requestId: buyer.requestId,
          details: { code: error.code, params: error.params, wish: JSON.stringify(wish).slice(0, MOST_AUDITED) },
        },
      });
    }
    throw error;
  }
}

async function insertOrder(
  ctx: ServerContext,
  tx: Tx,
  { caller, language }: Buyer,
  wish: OrderWish,
): Promise<OrderRow> {
  const { item, fen, service, confirmed = false, ...strange } = wish;
  const [stranger] = Object.keys(strange);
  if (stranger !== undefined) fail('membership:order.strange-field', { field: stranger }, { kind: 'invalid' });
  const now = ctx.clock.now();
  const { accountId } = caller;
  // Orders of one account wait for each other here.
  const account = await ctx.accounts.find(tx, accountId, { lock: true });
  if (account === undefined) fail('core:unauthenticated', {}, { kind: 'unauthenticated' });
  if (account.parentId !== null) fail('membership:order.main-only', {}, { kind: 'forbidden' });
  const mobile = (await ctx.use(MOBILES)?.mobileOf(tx, accountId)) ?? null;
  if (mobile === null) fail('membership:order.no-mobile');
  const waiting = [
    eq(membershipOrders.state, 'waiting'),
    sql`${membershipOrders.expiresAt} > ${now.toISOString()}`,
  ] as const;
  if ((await tx.scope(accountId).count(membershipOrders, and(...waiting))) >= MOST_WAITING) {
    fail('membership:order.too-many-open', { most: MOST_WAITING });
  }

  const { id: priceListId, prices } = await pricesAt(tx, now);
  const found = findItem(prices, { item, fen });
  if (found === undefined) return refuseItem(item, prices.balance);
  const { purchase, fen: price } = found;
  let carried: CarriedDays | null = null;
  if (purchase.kind === 'level') {
    const terms = levelTerms(prices, membershipOf(account, now), purchase, now);
    if (terms.refusal !== null) return refuseLevel(terms.refusal);
    if (terms.isShort && !confirmed) fail('membership:order.confirm-short', { days: SHORT_DAYS }, { kind: 'conflict' });
    ({ carried } = terms);
  }

  const rule = wayOf(prices, service);
  const isUsable = (await paymentServices(ctx, language)).some(({ id }) => id === service);
  if (!isUsable) fail('membership:order.no-service', {}, { kind: 'unavailable' });
  if (price <= rule.above) fail('membership:order.too-little', { least: (rule.above / 100).toFixed(2) });
  const { provider } = await ctx.providers.one('payment', service);
  if (!provider.currencies.includes('CNY')) fail('membership:order.no-service', {}, { kind: 'unavailable' });

  const expiresAt = new Date(now.getTime() + (provider.payWithin ?? PAY_WITHIN));
  const [row] = await tx.scope(accountId).insert(membershipOrders, {
    ...{ id: uuidv7(), number: orderNumber(now), purchase, carried, priceListId },
    ...{ price, fee: feeOf(price, rule), currency: 'CNY', service, state: 'waiting' },
    ...{ deadline: expiresAt, expiresAt, createdAt: now },
  });
  if (row === undefined) throw new TypeError('an order was not inserted');
  const details = { item, price, fee: row.fee, service, priceListId };
  await ctx.audit.record(tx, { actor: accountId, action: 'order.create', target: row.number, accountId, details });
  return row;
}

/** Opens an order at its service; the row stands by then, so that news of a payment find it whenever they come. */
async function openOrder(ctx: ServerContext, row: OrderRow, language: MessageLanguage): Promise<Order> {
  const { id, accountId, number, currency, service, expiresAt } = row;
  const base = ctx.publicUrl ?? '';
  try {
    const { provider } = await ctx.providers.one('payment', service);
    const way = await provider.open({
      ...{ number, currency, expiresAt, amount: row.price + row.fee, subject: subjectOf(row.purchase, language) },
      ...{ notify: `${base}/anon/membership/notices/${service}`, back: `${base}/recharge/orders/${number}` },
    });
    const [open] = await ctx.db.scope(accountId).update(membershipOrders, eq(membershipOrders.id, id), { way });
    await ctx.events.publish(ctx.db, orderChanged, { accountId, data: { number } });
    return presentOrder(open ?? row);
  } catch (error) {
    ctx.log.warn({ err: error, order: number, service }, 'a payment service did not open an order');
    // It may have opened it all the same: it is asked soon, and ended there.
    const soon = new Date(ctx.clock.now().getTime() + MINUTE);
    await ctx.db.scope(accountId).update(membershipOrders, eq(membershipOrders.id, id), { deadline: soon });
    return fail('membership:order.not-opened', { number }, { kind: 'unavailable', cause: error });
  }
}

function refuseItem(item: string, { least, most }: { least: number; most: number }): never {
  if (item !== 'balance') return fail('membership:order.no-item', {}, { kind: 'invalid' });
  const params = { least: (least / 100).toFixed(2), most: (most / 100).toFixed(2) };
  return fail('membership:order.wrong-amount', params, { kind: 'invalid' });
}

function refuseLevel(refusal: LevelRefusal): never {
  return fail(`membership:order.level-${refusal}`, {}, { kind: 'conflict' });
}

/** 24 digits: the time in UTC, and chance. */
function orderNumber(now: Date): string {
  const time = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return time + String(randomInt(10 ** 10)).padStart(10, '0');
}

/** What it is for, as payment services show it. */
function subjectOf(purchase: Purchase, language: MessageLanguage): string {
  switch (purchase.kind) {
    case 'level': {
      const level = translate(language, `shell:tier.${purchase.level}`);
      return translate(language, 'membership:subject.level', { level, days: purchase.days });
    }
    case 'package':
      return translate(language, `membership:subject.${purchase.unit}`, { count: purchase.amount });
    case 'balance':
      return translate(language, 'membership:subject.balance');
  }
}
