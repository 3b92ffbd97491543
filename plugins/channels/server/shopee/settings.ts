import { z } from 'zod';

import { addressField, secretField } from '../key-fields.ts';

const number = (most: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{1,${most}}$`));

/** An app of the Shopee Open Platform that may use the APIs for Shopee Video. */
export const SHOPEE = z.object({
  partnerId: number(10).meta({ title: 'channels:shopee.partner-id', description: 'channels:shopee.addresses' }),
  partnerKey: secretField('channels:shopee.partner-key'),
  page: addressField('https://open.shopee.com/auth', 'channels:field.page'),
  endpoint: addressField('https://partner.shopeemobile.com/', 'channels:field.endpoint'),
});
export type ShopeeSettings = z.output<typeof SHOPEE>;

/** What requests are signed with. */
export type ShopeeApp = Pick<ShopeeSettings, 'partnerId' | 'partnerKey' | 'endpoint'>;

/** An app that a shop has allowed to read its products. */
export const SHOPEE_SHOP = z.object({
  partnerId: number(10).meta({ title: 'channels:shopee.partner-id' }),
  partnerKey: secretField('channels:shopee.partner-key'),
  shopId: number(20).meta({ title: 'channels:shopee-shop.shop-id', description: 'channels:shopee-shop.shop-id-about' }),
  code: secretField('channels:shopee-shop.code').meta({ description: 'channels:shopee-shop.code-about' }),
  site: z
    .url({ protocol: /^https?$/ })
    .meta({ title: 'channels:shopee-shop.site', description: 'channels:shopee-shop.site-about' }),
  endpoint: addressField('https://partner.shopeemobile.com/', 'channels:field.endpoint'),
});
export type ShopeeShopSettings = z.output<typeof SHOPEE_SHOP>;
