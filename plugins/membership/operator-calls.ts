import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { MAX_LEDGER_AMOUNT } from '#core/contract/ledger.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { ofOrder, ORDER_STATES, orderSchema } from './order-calls.ts';

// What operators see and decide of orders and payments.

const access = 'operator' as const;
/** What an operator says for the record. */
export const reasonSchema = z.string().trim().min(3).max(200);

/** Whose it is, as operators see it. */
export const memberSchema = z.object({
  id: z.uuid(),
  /** Empty for one that was erased. */
  name: shownName,
  mobile: z.string().nullable(),
});
/** Whose it is, as operators see it. */
export type Member = z.output<typeof memberSchema>;

const operatorOrder = orderSchema.extend({
  account: memberSchema,
  /** What the payment service is called, in the reader's language. */
  serviceTitle: z.string(),
  /** Why it waits for an operator, in the reader's language. */
  reason: z.string().nullable(),
  paidAmount: z.number().int().nullable(),
  paidCurrency: z.string().nullable(),
  transaction: z.string().nullable(),
  /** When the server looks at it by itself. */
  deadline: z.iso.datetime().nullable(),
});
/** An order as operators see it. */
export type OperatorOrder = z.output<typeof operatorOrder>;

export const listAllOrders = defineCall({
  method: 'GET',
  path: '/api/membership/operator/orders',
  summary: 'Lists the orders of all accounts, newest first.',
  access,
  query: pageQuery.extend({
    /** Begins an order number, or is an account’s id, name or mobile number. */
    q: z.string().trim().max(100).optional(),
    state: z.enum(ORDER_STATES).optional(),
    account: z.uuid().optional(),
  }),
  data: page(operatorOrder.extend({ id: z.uuid() })),
});

/** One thing that happened. */
export const timelineStep = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** What happened, in the reader's language. */
  title: z.string(),
  /** Who did it: an account's name, its id where it has none, or in words what is no account. */
  by: shownName,
  /** What was said or found. */
  notes: z.array(z.string()),
});
/** One thing that happened to an order or an account. */
export type TimelineStep = z.output<typeof timelineStep>;

const orderFile = z.object({
  order: operatorOrder,
  /** The slip of a transfer; its address expires. */
  slip: z.object({ url: z.string(), name: z.string(), type: z.string(), at: z.iso.datetime() }).nullable(),
  timeline: z.array(timelineStep),
});
/** Everything about one order. */
export type OrderFile = z.output<typeof orderFile>;

export const readAnyOrder = defineCall({
  method: 'GET',
  path: '/api/membership/operator/orders/:number',
  summary: 'Reads an order of any account with what happened to it.',
  access,
  params: ofOrder,
  data: orderFile,
});

export const confirmTransfer = defineCall({
  method: 'POST',
  path: '/api/membership/operator/orders/:number/confirm-transfer',
  summary: 'Confirms that a bank transfer has arrived: how much, and what the bank calls it.',
  access,
  params: ofOrder,
  body: z.strictObject({
    amount: z.number().int().min(1).max(MAX_LEDGER_AMOUNT),
    reference: z.string().trim().min(3).max(100),
  }),
  data: orderFile,
});

export const refuseSlip = defineCall({
  method: 'POST',
  path: '/api/membership/operator/orders/:number/refuse-slip',
  summary: 'Tells the payer why a slip does not prove the payment; another one can be sent.',
  access,
  params: ofOrder,
  body: z.strictObject({ note: reasonSchema }),
  data: orderFile,
});

export const decideOrder = defineCall({
  method: 'POST',
  path: '/api/membership/operator/orders/:number/decide',
  summary: 'Ends the look at an order: what was paid stands, or went back by hand.',
  access,
  params: ofOrder,
  body: z.strictObject({ decision: z.enum(['accepted', 'given-up']), reason: reasonSchema }),
  data: orderFile,
});

export const checkAnyOrder = defineCall({
  method: 'POST',
  path: '/api/membership/operator/orders/:number/check',
  summary: 'Asks the payment service now how far an order is.',
  access,
  params: ofOrder,
  data: orderFile,
});

export const listDifferences = defineCall({
  method: 'GET',
  path: '/api/membership/operator/differences',
  summary: 'Lists what comparing each day’s orders with the payment services has shown, newest first.',
  access,
  query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(31) }),
  data: z.array(
    z.object({
      /** `2026-11-26`, in China. */
      day: z.string(),
      orders: z.number().int(),
      differences: z.array(
        z.object({
          number: z.string(),
          /** The payment service, in the reader's language. */
          service: z.string(),
          kind: z.enum(['found', 'missing', 'other', 'refunded', 'silent']),
        }),
      ),
    }),
  ),
});
