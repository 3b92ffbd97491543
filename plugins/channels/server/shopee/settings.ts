import { z } from 'zod';

import { addressField, secretField } from '../key-fields.ts';

/** An app of the Shopee Open Platform that may use the APIs for Shopee Video. */
export const SHOPEE = z.object({
  partnerId: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/)
    .meta({ title: 'channels:shopee.partner-id', description: 'channels:shopee.addresses' }),
  partnerKey: secretField('channels:shopee.partner-key'),
  page: addressField('https://open.shopee.com/auth', 'channels:field.page'),
  endpoint: addressField('https://partner.shopeemobile.com/', 'channels:field.endpoint'),
});
export type ShopeeSettings = z.output<typeof SHOPEE>;
