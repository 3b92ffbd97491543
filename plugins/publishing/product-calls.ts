import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

const keyword = z.string().trim().max(100);
/** Longest address of a product. */
export const MAX_ADDRESS = 2000;

/** A product that posts link to. */
export const productSchema = z.object({
  id: z.uuid(),
  name: shownName,
  url: z.string(),
  /** As its shop writes it. */
  price: z.string().nullable(),
  /** An address at the shop. */
  picture: z.string().nullable(),
});
export type Product = z.output<typeof productSchema>;

/** Those that the account has used, and what shops find that can be asked; what was searched for last, too. */
export const searchProducts = defineCall({
  method: 'POST',
  path: '/api/douyinStarCategory/list',
  summary: 'Searches products that posts can link to, those used last first.',
  body: z.strictObject({ keyword: keyword.default('') }),
  data: z.object({ list: z.array(productSchema), searches: z.array(z.string()) }),
});

/** The account keeps it, so that it is found again. */
export const resolveProduct = defineCall({
  method: 'POST',
  path: '/api/douyinStarCategory/realurl',
  summary: 'Finds the product behind an address, also a short one.',
  body: z.strictObject({ url: z.string().trim().min(1).max(MAX_ADDRESS) }),
  data: productSchema,
});

export const recordProductSearch = defineCall({
  method: 'POST',
  path: '/api/douyinStarSearchHistory/record',
  summary: 'Keeps words that somebody has searched products for.',
  body: z.strictObject({ keyword: keyword.min(1) }),
  data: z.object({}),
});
