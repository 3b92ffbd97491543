import { z } from 'zod';

import { defineCall, type CallData } from '#core/contract/call.ts';
import { LEVELS } from '#core/contract/tiers.ts';

import { PACKAGE_UNITS } from './price-list.ts';

/** How far an order is. */
export const ORDER_STATES = [
  /** Not paid yet. */
  'waiting',
  /** Paid; what was bought is about to be given. */
  'paid',
  /** What was bought was given. */
  'fulfilled',
  /** Ended without having been paid. */
  'closed',
  /** Paid after it had been closed; what was bought is about to be given all the same. */
  'late-paid',
  /** An operator has to look at it; `reason` says why. */
  'review',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** How far a requested invoice is. */
export const INVOICE_STATES = ['requested', 'issued', 'declined'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

const soldLevel = z.enum(LEVELS).exclude(['level0']);
const whole = z.number().int();
const priced = z.object({ fen: whole, days: whole });

/** How what is left of a level counts as days of another. */
const carriedSchema = z.object({
  from: soldLevel,
  daysLeft: whole,
  /** What the shortest time of each costs. */
  old: priced,
  new: priced,
  /** Rounded up. */
  days: whole,
});

const levelOnSale = z.object({
  level: soldLevel,
  /** Why the account cannot buy it now; null when it can. */
  refusal: z.enum(['lower', 'endless', 'too-long', 'unpriced']).nullable(),
  /** For an upgrade with days left. */
  carried: carriedSchema.nullable(),
  /** Whether the upgrade has to be confirmed, because the present level ends within days. */
  isShort: z.boolean(),
  offers: z.array(z.object({ item: z.string(), days: whole, fen: whole })),
});
export type LevelOnSale = z.output<typeof levelOnSale>;

const packagesOnSale = z.object({
  unit: z.enum(PACKAGE_UNITS),
  offers: z.array(z.object({ item: z.string(), amount: whole, fen: whole })),
});

const paymentWay = z.object({
  /** Id of the payment service. */
  id: z.string(),
  /** In the reader's language. */
  title: z.string(),
  about: z.string().nullable(),
  /** As in price lists. */
  feeBasisPoints: whole,
  leastFee: whole,
  above: whole,
});
export type PayingBy = z.output<typeof paymentWay>;

const shopSchema = z.object({
  /** Whether the account has the mobile number without which nothing can be bought. */
  hasMobile: z.boolean(),
  /** Sub-accounts buy nothing themselves. */
  isMain: z.boolean(),
  level: z.enum(LEVELS),
  /** When the level ends; null for one that does not. */
  until: z.iso.datetime().nullable(),
  levels: z.array(levelOnSale),
  packages: z.array(packagesOnSale),
  balance: z.object({ least: whole, most: whole, suggested: z.array(whole) }),
  ways: z.array(paymentWay),
});
export type Shop = z.output<typeof shopSchema>;

export const readShop = defineCall({
  method: 'GET',
  path: '/api/membership/shop',
  summary: 'Reads what the account can buy now, for how much, and how it can pay.',
  data: shopSchema,
});

const purchase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('level'), level: soldLevel, days: whole }),
  z.object({ kind: z.literal('package'), unit: z.enum(PACKAGE_UNITS), amount: whole }),
  z.object({ kind: z.literal('balance'), amount: whole }),
]);

/** An order as its account sees it. */
export const orderSchema = z.object({
  number: z.string(),
  purchase,
  carried: carriedSchema.nullable(),
  /** In fen: the price, what paying by this service adds, and both. */
  price: whole,
  fee: whole,
  total: whole,
  /** Id of the payment service. */
  service: z.string(),
  state: z.enum(ORDER_STATES),
  /** Whether the slip of a bank transfer waits for an operator. */
  isSlipSent: z.boolean(),
  /** What an operator tells the payer; null for nothing. */
  note: z.string().nullable(),
  /** A text to show as a QR code, a page to open, or where to transfer to; null before the service has answered, and when it is over. */
  way: z
    .discriminatedUnion('show', [
      z.object({ show: z.literal('qr-code'), text: z.string() }),
      z.object({ show: z.literal('page'), url: z.string() }),
      z.object({ show: z.literal('transfer'), holder: z.string(), bank: z.string(), account: z.string() }),
    ])
    .nullable(),
  createdAt: z.iso.datetime(),
  /** Until when it can be paid. */
  expiresAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  fulfilledAt: z.iso.datetime().nullable(),
});
export type Order = z.output<typeof orderSchema>;

/** An order in the list of the account's orders. */
export type ListedOrder = CallData<typeof listOrders>['items'][number];

/** What is wished. Anything else in the body, such as a price, is refused by the use case, which audits it. */
const orderWish = z.looseObject({
  /** As the shop names it: `level2-90`, `publishes-900`, `balance`. */
  item: z.string().min(1).max(100),
  /** How much is paid in; for `balance` only. */
  fen: z.number().optional(),
  /** Id of the payment service. */
  service: z.string().min(1).max(100),
  /** That an upgrade of a level that ends within days is meant. */
  confirmed: z.boolean().optional(),
});
export type OrderWish = z.output<typeof orderWish>;

export const createOrder = defineCall({
  method: 'POST',
  path: '/api/membership/orders',
  summary: 'Makes an order at the price of the list in effect, and opens it at a payment service.',
  body: orderWish,
  data: orderSchema,
});

export const listOrders = defineCall({
  method: 'GET',
  path: '/api/membership/orders',
  summary: 'Lists the account’s orders, newest first.',
  query: z.strictObject({
    cursor: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  data: z.object({
    /** With the state of the last invoice that was requested for it; null for none. */
    items: z.array(orderSchema.extend({ invoice: z.enum(INVOICE_STATES).nullable() })),
    nextCursor: z.string().nullable(),
    total: whole,
  }),
});

/** Names one order. */
export const ofOrder = z.strictObject({ number: z.string().max(32) });

export const readOrder = defineCall({
  method: 'GET',
  path: '/api/membership/orders/:number',
  summary: 'Reads one order.',
  params: ofOrder,
  data: orderSchema,
});

export const checkOrder = defineCall({
  method: 'POST',
  path: '/api/membership/orders/:number/check',
  summary: 'Asks the payment service now whether an order was paid.',
  params: ofOrder,
  data: orderSchema,
});

export const cancelOrder = defineCall({
  method: 'POST',
  path: '/api/membership/orders/:number/cancel',
  summary: 'Gives up an order that is not paid.',
  params: ofOrder,
  data: orderSchema,
});

export const sendSlip = defineCall({
  method: 'POST',
  path: '/api/membership/orders/:number/slip',
  summary: 'Takes the slip of a bank transfer, a picture or a PDF; an operator confirms the payment.',
  upload: true,
  params: ofOrder,
  data: orderSchema,
});

/** Only for orders of the trial cashier, while an operator has it in use and no service that takes money. */
export const payOnTrial = defineCall({
  method: 'POST',
  path: '/api/membership/orders/:number/pay-on-trial',
  summary: 'Pays an order at the trial cashier, where no money moves.',
  params: ofOrder,
  data: orderSchema,
});

/** What a payment service tells by itself; signed in its own way, over the bytes of the body. */
export const receiveNotice = defineCall({
  method: 'POST',
  path: '/anon/membership/notices/:service',
  access: 'public',
  summary: 'Takes what a payment service tells of an order.',
  bodyAs: 'raw',
  params: z.object({ service: z.string().max(100) }),
  query: z.looseObject({}),
  body: z.string().max(100_000),
  data: z.undefined(),
});
