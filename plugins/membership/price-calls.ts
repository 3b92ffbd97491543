import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { priceListSchema } from './price-list.ts';

const listed = z.object({
  /** Null for the prices that hold until an operator plans some. */
  id: z.uuid().nullable(),
  holdsFrom: z.iso.datetime().nullable(),
  prices: priceListSchema,
});

const pricesSchema = z.object({
  held: listed,
  /** Soonest first. */
  planned: z.array(listed),
  /** The payment services in use, for what paying by them adds. */
  services: z.array(z.object({ id: z.string(), title: z.string() })),
});
/** The price list in effect, and those that will be. */
export type Prices = z.output<typeof pricesSchema>;

export const readPrices = defineCall({
  method: 'GET',
  path: '/api/membership/operator/prices',
  summary: 'Reads the price list in effect and those that are planned.',
  access: 'operator',
  data: pricesSchema,
});

export const planPrices = defineCall({
  method: 'POST',
  path: '/api/membership/operator/prices',
  summary: 'Plans a price list; lists are never changed, a later one takes the place of an earlier one.',
  access: 'operator',
  body: z.strictObject({
    /** Null for now. */
    holdsFrom: z.iso.datetime().nullable(),
    prices: priceListSchema,
  }),
  data: pricesSchema,
});
